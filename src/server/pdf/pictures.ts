// The pictures of one PDF: uploaded ones, those of the form's own texts and those inside data URLs, under the paths the typesetter finds them at. What a
// file is decides its content, never its declared type; what cannot be drawn is listed by name instead.
// [after-actions.pdfs.pictures]

import type { FileObject } from '../../core/definition/form-definition.ts';
import { readPictureHead } from '../files/pictures/picture-head.ts';
import type { PicturePaths } from './printed-document.ts';

export interface Pictures {
  pathOf(file: FileObject): string | undefined;
  /** The path of a picture that is a data URL; undefined for anything else. */
  addDataUrl(text: string): string | undefined;
  byStorageKey(): Record<string, string>;
  /** Of these pictures of the form, those that could be had. */
  ofForm(ids: readonly string[]): PicturePaths;
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[];
}

const maxPictures = 60;
const maxPictureBytes = 25_000_000;
const maxAllBytes = 100_000_000;

const noPictures = { ids: [], read: async () => undefined };

export async function readPictures(
  uploads: readonly FileObject[],
  readImage: (file: FileObject) => Promise<Buffer | undefined>,
  ofForm: { readonly ids: readonly string[]; readonly read: (id: string) => Promise<Buffer | undefined> } = noPictures,
): Promise<Pictures> {
  const files: { path: string; content: Uint8Array }[] = [];
  const paths = new Map<string, string>();
  let bytes = 0;

  function add(content: Uint8Array): string | undefined {
    const format = readPictureHead(content);
    if (format === undefined || files.length >= maxPictures || bytes + content.length > maxAllBytes) return undefined;
    const path = `/pictures/${files.length + 1}.${format}`;
    files.push({ path, content });
    bytes += content.length;
    return path;
  }

  const storageKeys: Record<string, string> = {};
  for (const file of uploads) {
    const key = keyOf(file);
    if (!/^image\//i.test(file.type) || file.size > maxPictureBytes || paths.has(key)) continue;
    if (files.length >= maxPictures) break;
    const content = await readImage(file);
    const path = content === undefined || content.length > maxPictureBytes ? undefined : add(content);
    if (path === undefined) continue;
    paths.set(key, path);
    storageKeys[file.storageKey] = path;
  }

  const formPaths: Record<string, string> = {};
  for (const id of ofForm.ids) {
    if (files.length >= maxPictures) break;
    const content = await ofForm.read(id);
    const path = content === undefined ? undefined : add(content);
    if (path !== undefined) formPaths[id] = path;
  }

  return {
    ofForm: (ids) => Object.fromEntries(ids.flatMap((id) => (formPaths[id] ? [[id, formPaths[id]]] : []))),
    files,
    byStorageKey: () => storageKeys,
    pathOf: (file) => paths.get(keyOf(file)),
    addDataUrl(text) {
      const base64 = /^data:image\/[a-z.+-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(text)?.[1];
      return base64 === undefined ? undefined : add(Buffer.from(base64, 'base64'));
    },
  };
}

function keyOf({ storageBucket, storageKey }: FileObject): string {
  return `${storageBucket}/${storageKey}`;
}
