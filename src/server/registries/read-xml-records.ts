// Records of an XML source: every element whose children hold text only, whatever the elements are called. Covers both
// schemas of the Bank of Israel and the row files of the Population Authority. No DTD, no entities but the five.
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
      if (element !== undefined && !token.startsWith('<!--'))
        element.text += cdata ?? (token[0] === '<' ? '' : decode(token));
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

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
