// The trees of tags of several PDFs as one. Three kinds of numbers and names are unique within a file and would clash: the
// keys under which pages and links find their tags (StructParents), and the names of header cells. ISO 32000-1, 14.7.

import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
} from '@cantoo/pdf-lib';
import type { JoinedPart } from './join-outlines.ts';

const name = (text: string) => PDFName.of(text);

/** Whether every part has tags; parts that have some keep them either way. */
export function joinTags(joined: PDFDocument, parts: readonly JoinedPart[]): boolean {
  const { context, catalog } = joined;
  const root = context.obj({ Type: 'StructTreeRoot' });
  const rootRef = context.register(root);
  const kids = context.obj([]);
  const parents = context.obj([]);
  const roles = context.obj({});
  const ids: [string, PDFObject][] = [];
  let nextKey = 0;
  parts.forEach(({ tags, objects }, place) => {
    if (tags === undefined) return;
    for (const kid of listKids(tags)) {
      kids.push(kid);
      context.lookup(kid, PDFDict).set(name('P'), rootRef);
    }
    for (const [key, role] of tags.lookupMaybe(name('RoleMap'), PDFDict)?.entries() ?? []) roles.set(key, role);
    const offset = nextKey;
    for (const [key, value] of listTree(tags.lookupMaybe(name('ParentTree'), PDFDict), 'Nums')) {
      const moved = offset + (key as PDFNumber).asNumber();
      parents.push(PDFNumber.of(moved));
      parents.push(value);
      nextKey = Math.max(nextKey, moved + 1);
    }
    for (const object of objects) moveKeys(object, offset);
    for (const object of objects) renameIds(object, `${place + 1}-`);
    for (const [id, value] of listTree(tags.lookupMaybe(name('IDTree'), PDFDict), 'Names')) {
      ids.push([`${place + 1}-${textOf(id)}`, value]);
    }
  });
  if (kids.size() === 0) return false;
  root.set(name('K'), kids);
  root.set(name('RoleMap'), roles);
  root.set(name('ParentTree'), context.obj({ Nums: parents }));
  root.set(name('ParentTreeNextKey'), PDFNumber.of(nextKey));
  if (ids.length > 0) root.set(name('IDTree'), idTree(joined, ids));
  catalog.set(name('StructTreeRoot'), rootRef);
  catalog.set(name('MarkInfo'), context.obj({ Marked: true }));
  return parts.every(({ tags }) => tags !== undefined);
}

function listKids(tags: PDFDict): PDFObject[] {
  const kids = tags.get(name('K'));
  if (kids === undefined) return [];
  const list = tags.context.lookup(kids);
  return list instanceof PDFArray ? list.asArray() : [kids];
}

/** The pairs of a number tree or a name tree, whatever its shape. */
function listTree(node: PDFDict | undefined, entries: 'Nums' | 'Names'): [PDFObject, PDFObject][] {
  if (node === undefined) return [];
  const flat = node.lookupMaybe(name(entries), PDFArray)?.asArray() ?? [];
  const own = flat.flatMap((key, at): [PDFObject, PDFObject][] => (at % 2 === 0 ? [[key, flat[at + 1]!]] : []));
  const kids = node.lookupMaybe(name('Kids'), PDFArray)?.asArray() ?? [];
  return [...own, ...kids.flatMap((kid) => listTree(node.context.lookup(kid, PDFDict), entries))];
}

function moveKeys(object: PDFDict, offset: number): void {
  for (const key of [name('StructParents'), name('StructParent')]) {
    const value = object.get(key);
    if (value instanceof PDFNumber) object.set(key, PDFNumber.of(value.asNumber() + offset));
  }
}

function renameIds(object: PDFDict, prefix: string): void {
  if (object.get(name('S')) === undefined) return;
  const id = object.get(name('ID'));
  if (isText(id)) object.set(name('ID'), rename(id, prefix));
  const attributes = object.lookup(name('A'));
  const list = attributes instanceof PDFArray ? attributes.asArray() : [attributes];
  for (const item of list) {
    const attribute = item === undefined ? undefined : object.context.lookup(item);
    const headers = attribute instanceof PDFDict ? attribute.lookup(name('Headers')) : undefined;
    if (!(headers instanceof PDFArray)) continue;
    headers.asArray().forEach((header, at) => {
      if (isText(header)) headers.set(at, rename(header, prefix));
    });
  }
}

function isText(object: PDFObject | undefined): object is PDFString | PDFHexString {
  return object instanceof PDFString || object instanceof PDFHexString;
}

function rename(id: PDFString | PDFHexString, prefix: string): PDFString {
  return PDFString.of(prefix + id.decodeText());
}

function textOf(id: PDFObject): string {
  return isText(id) ? id.decodeText() : '';
}

function idTree({ context }: PDFDocument, ids: [string, PDFObject][]): PDFDict {
  ids.sort(([a], [b]) => (a < b ? -1 : 1));
  const first = PDFString.of(ids[0]![0]);
  const last = PDFString.of(ids.at(-1)![0]);
  const leaf = context.obj({ Limits: [first, last], Names: ids.flatMap(([id, value]) => [PDFString.of(id), value]) });
  return context.obj({ Kids: [context.register(leaf)] });
}
