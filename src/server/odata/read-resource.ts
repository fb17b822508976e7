// What the path of a request names: the service, its metadata, a table, the number of its rows, or one row by its key.
// [odata.resources] [odata.key]
import { errors } from '../base/errors.ts';
import type { FormTables, ODataTable } from './form-tables.ts';

export type Resource =
  | { readonly kind: 'service' | 'metadata' }
  | { readonly kind: 'rows' | 'count'; readonly table: ODataTable }
  | { readonly kind: 'row'; readonly table: ODataTable; readonly key: RowKey };

export interface RowKey {
  readonly id: string;
  /** Of a row of a repeat. */
  readonly row: number;
}

const maxPathLength = 2_000;
const notSupported: ReadonlySet<string> = new Set(['$batch', '$all', '$entity', '$crossjoin']);

/** `path` is what follows the form's id, decoded, without the slash before it. */
export function readResource(path: string, { tables }: FormTables): Resource {
  if (path === '') return { kind: 'service' };
  if (path === '$metadata') return { kind: 'metadata' };
  const [segment = '', ...inner] = path.length > maxPathLength ? [] : path.split('/');
  if (notSupported.has(segment.split('(', 1)[0] as string))
    throw errors.odata('odataNotSupported', { feature: segment });
  const [, name, keys] = /^([^()]*)(?:\(([^()]*)\))?$/.exec(segment) ?? [];
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw errors.odata('odataPathUnknown', { path: cut(path) });
  if (keys !== undefined) {
    if (inner.length > 0) throw errors.odata('odataNotSupported', { feature: cut(`/${inner.join('/')}`) });
    return { kind: 'row', table, key: readKey(keys, table) };
  }
  if (inner.length === 0) return { kind: 'rows', table };
  if (inner.length === 1 && inner[0] === '$count') return { kind: 'count', table };
  throw inner[0]?.startsWith('$') && inner[0] !== '$count'
    ? errors.odata('odataNotSupported', { feature: cut(inner[0]) })
    : errors.odata('odataPathUnknown', { path: cut(path) });
}

const shownLength = 100;
const cut = (text: string) => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

const idText = /^'([0-9a-fA-F]{24})'$/;
const rowNumber = /^[1-9]\d{0,8}$/;

/** `'<id>'`, or with names and in any order `id='<id>',row=2`. A key of another form names no row. */
function readKey(keys: string, table: ODataTable): RowKey {
  const parts = keys.split(',').map((part) => part.trim());
  const isNamed = parts.some((part) => part.includes('='));
  const given = isNamed ? parts.map((part) => part.split('=', 2).map((one) => one.trim())) : [['id', ...parts]];
  const values = new Map(given.map(([name = '', value = '']) => [name, value]));
  const id = idText.exec(values.get('id') ?? '')?.[1];
  const row = table.repeat === undefined ? '1' : (values.get('row') ?? '');
  const isWhole = values.size === table.keys.length && given.every((part) => part.length === 2);
  if (id === undefined || !rowNumber.test(row) || !isWhole || given.length !== values.size) {
    throw errors.odata('odataRowNotFound', { table: table.name });
  }
  return { id: id.toLowerCase(), row: Number(row) };
}
