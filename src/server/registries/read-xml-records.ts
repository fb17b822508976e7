// Records of an XML source: every element whose children hold text only, whatever the elements are called. Covers both
// schemas of the Bank of Israel and the row files of the Population Authority. No DTD: entities other than
// the five stay as they are written, and a text with an `&` that is no entity is not XML.
import type { Records } from './read-json-records.ts';
import { type Refusal, refuse } from './refusal.ts';

const tokenPattern = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<(\/?)([^\s<>/]+)[^<>]*?(\/?)>|[^<]+/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

interface OpenElement {
  readonly name: string;
  readonly fields: Record<string, string>;
  text: string;
  hasChildren: boolean;
  hasGrandchildren: boolean;
}

export function readXmlRecords(text: string): Records | Refusal {
  const records: Record<string, string>[] = [];
  const open: OpenElement[] = [];
  let isClosed = false;
  for (const [token, cdata, slash, name, selfClosing] of text.matchAll(tokenPattern)) {
    if (name === undefined) {
      const element = open.at(-1);
      if (element === undefined || token.startsWith('<!--')) continue;
      const text = cdata ?? (token[0] === '<' ? '' : decode(token));
      if (text === undefined) return refuse(`the source is XML that is not well formed: ${JSON.stringify(token)}`);
      element.text += text;
      continue;
    }
    if (slash === '') open.push({ name, fields: {}, text: '', hasChildren: false, hasGrandchildren: false });
    if (slash === '' && selfClosing === '') continue;
    const closed = open.pop();
    if (closed === undefined || closed.name !== name) return refuse('the source is XML that is not well formed');
    close(closed, open.at(-1), records);
    isClosed = open.length === 0;
  }
  return isClosed ? { records } : refuse('the source is XML that ends early');
}

function close(element: OpenElement, parent: OpenElement | undefined, records: Record<string, string>[]): void {
  if (parent !== undefined) {
    parent.hasChildren = true;
    if (element.hasChildren) parent.hasGrandchildren = true;
    else parent.fields[element.name] = element.text;
  }
  if (element.hasChildren && !element.hasGrandchildren) records.push(element.fields);
}

/** Undefined where an `&` is not an entity. */
function decode(text: string): string | undefined {
  let isBroken = false;
  const decoded = text.replace(/&(?:#(\d+);|#x([0-9a-f]+);|(\w+);)?/gi, (whole, decimal, hex, name) => {
    const code = Number(decimal ?? (hex === undefined ? 0 : `0x${hex}`));
    const letter = name === undefined ? characterOf(code) : (entities[name] ?? whole);
    isBroken ||= letter === undefined;
    return letter ?? '';
  });
  return isBroken ? undefined : decoded;
}

function characterOf(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
