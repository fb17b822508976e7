// Which format, version and page size a client asks for. [odata.formats] [odata.pages.size]
import { errors } from '../base/errors.ts';
import { maxPageRows } from './read-rows.ts';

export type JsonFormat = 'minimal' | 'none';

const names = { json: ['json', 'application/json'], xml: ['xml', 'application/xml'], text: ['text/plain'] } as const;

/** $format decides over the Accept header; more metadata than minimal is never sent. */
export function formatOf(kind: keyof typeof names, format: string | undefined, accept = '*/*'): JsonFormat {
  const wanted = (format ?? accept).split(',').map(readType);
  const good: ReadonlySet<string> = new Set([...names[kind], ...(format === undefined ? anything[kind] : [])]);
  const chosen = wanted.find(({ type }) => good.has(type));
  if (chosen === undefined) throw errors.odata('odataFormatWrong');
  return /^odata(?:\.metadata)?=none$/.test(chosen.metadata) ? 'none' : 'minimal';
}

/** Whoever takes pages only is a browser that looks; most programs ask for $metadata and numbers as for everything else. */
const anything = {
  json: ['*/*', 'application/*', 'text/html'],
  xml: ['*/*', 'application/*', 'text/html', 'application/json', 'text/plain'],
  text: ['*/*', 'text/*', 'text/html', 'application/json', 'application/xml', 'application/*'],
} as const;

function readType(item: string): { type: string; metadata: string } {
  const [type = '', ...parameters] = item.toLowerCase().replace(/\s/g, '').split(';');
  return { type, metadata: parameters.find((one) => one.startsWith('odata')) ?? '' };
}

export function refuseOldVersion(maxVersion: string | undefined): void {
  if (maxVersion !== undefined && !(Number.parseFloat(maxVersion) >= 4)) throw errors.odata('odataVersionWrong');
}

/** The page size that `Prefer: odata.maxpagesize=100` asks for, and the header that says so. */
export function readPageRows(prefer = ''): { pageRows: number; headers: Readonly<Record<string, string>> } {
  const [, wanted] = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})/i.exec(prefer) ?? [];
  if (wanted === undefined || Number(wanted) === 0) return { pageRows: maxPageRows, headers: {} };
  const pageRows = Math.min(Number(wanted), maxPageRows);
  return { pageRows, headers: { 'preference-applied': `odata.maxpagesize=${pageRows}` } };
}
