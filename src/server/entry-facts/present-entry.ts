// An entry as the API shows it, written as JSON text: what is stored as JSON is passed on, not parsed and written again.
// [entries.shape] [entries.links]
import type { ApiEntry } from '../../api-types/entries.ts';
import { statusFromNumber } from '../../core/plan/entry-status.ts';
import type { Config } from '../base/config.ts';
import { fieldProjector } from '../http/lists.ts';
import type { Secrets } from '../http/secrets.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import type { TextPart } from '../store/entries/list-entry-texts.ts';
import { makeBewit } from './bewit.ts';

export interface PresentContext {
  readonly config: Config;
  readonly secrets: Secrets;
}

const created = 0;
const saved = 1;
const deleted = 3;
const template = 4;

/** JSON text of one property, or undefined where the entry does not have it. */
type Part = (row: EntryRow, context: PresentContext) => string | undefined;

const quote = (text: string) => `"${text}"`;
const orNone = (value: string | null) => (value === null ? undefined : quote(value));
export const isDraft = (row: Pick<EntryRow, 'status'>) => row.status === created || row.status === saved;

// Ids, times and links hold no character that JSON would escape, so quoting them is enough.
const parts: Readonly<Record<keyof ApiEntry, Part>> = {
  id: (row) => quote(row.id),
  form: (row) => quote(row.form),
  account: (row) => quote(row.account),
  status: (row) => quote(statusFromNumber(row.status) ?? ''),
  idx: (row) => String(row.idx),
  submitIdx: (row) => (row.submitIdx === null ? undefined : String(row.submitIdx)),
  data: (row) => row.data,
  actions: (row) => row.actions,
  sentEmails: (row) => row.sentEmails,
  archivedRenders: (row) => row.archivedRenders,
  deleted: (row) => String(row.status === deleted),
  deletedAt: (row) => orNone(row.deletedAt),
  bewit: (row, { secrets }) => (isDraft(row) ? quote(makeBewit(row, secrets.bewit)) : undefined),
  resumeUrl: (row, { config }) => (isDraft(row) ? JSON.stringify(resumeUrl(row.id, config)) : undefined),
  resumeUrlBewit: (row, { config, secrets }) =>
    isDraft(row) ? JSON.stringify(`${resumeUrl(row.id, config)}?b=${makeBewit(row, secrets.bewit)}`) : undefined,
  cloneUrl: (row, { config }) => JSON.stringify(cloneUrl(row.id, config)),
  editUrl: (row, { config }) => JSON.stringify(editUrl(row, config)),
  createTime: (row) => quote(row.createTime),
  modifyTime: (row) => quote(row.modifyTime),
  changedAt: (row) => quote(row.changedAt),
  submitTime: (row) => orNone(row.submitTime),
  name: (row) => (row.status === template && row.name !== null ? JSON.stringify(row.name) : undefined),
};

export function resumeUrl(id: string, config: Config): string {
  return `${config.appUrl}/e/${id}/`;
}

export function cloneUrl(id: string, config: Config): string {
  return `${config.appUrl}/c/${id}/`;
}

export function shortUrlOf(code: string, config: Config): string {
  return `${config.shortUrl}/${code}`;
}

export function editUrl(row: Pick<EntryRow, 'id' | 'form'>, config: Config): string {
  return `${config.appUrl}/admin/entries/${row.form}/${row.id}/`;
}

const wholeEntry = Object.entries(parts);

export function presentEntry(row: EntryRow, context: PresentContext): string {
  return joinParts(wholeEntry, row, context);
}

/** The same, as the database writes it for entries that are neither drafts nor deleted. */
export function entryTextParts({ config }: PresentContext): TextPart[] {
  const appUrl = JSON.stringify(config.appUrl).slice(0, -1);
  return [
    '{"id":"',
    { column: 'id' },
    '","form":"',
    { column: 'form' },
    '","account":"',
    { column: 'account' },
    '","status":"',
    { statusLabels: [0, 1, 2, 3, 4, 5].map((number) => statusFromNumber(number) ?? '') },
    '","idx":',
    { column: 'idx' },
    { ifSet: 'submitIdx', parts: [',"submitIdx":', { column: 'submitIdx' }] },
    ',"data":',
    { column: 'data' },
    ',"actions":',
    { column: 'actions' },
    ',"sentEmails":',
    { column: 'sentEmails' },
    ',"archivedRenders":',
    { column: 'archivedRenders' },
    `,"deleted":false,"cloneUrl":${appUrl}/c/`,
    { column: 'id' },
    `/","editUrl":${appUrl}/admin/entries/`,
    { column: 'form' },
    '/',
    { column: 'id' },
    '/","createTime":"',
    { column: 'createTime' },
    '","modifyTime":"',
    { column: 'modifyTime' },
    '","changedAt":"',
    { column: 'changedAt' },
    '"',
    { ifSet: 'submitTime', parts: [',"submitTime":"', { column: 'submitTime' }, '"'] },
    { ifSet: 'name', parts: [',"name":', { column: 'name' }] },
    '}',
  ];
}

/** An entry's text begins with its id, and so does a marker's. */
export function idInText(text: Buffer): string {
  const start = text.indexOf(':') + 2;
  return text.toString('latin1', start, start + 24);
}

/** The entry with only the named properties; how is worked out once for all rows of a list. */
export function entryPresenter(
  fields: readonly string[] | undefined,
  context: PresentContext,
): (row: EntryRow) => string {
  if (fields === undefined) return (row) => presentEntry(row, context);
  const whole = new Set(fields);
  const named = new Map<string, Part>();
  for (const field of fields) {
    const name = field.split('.', 1)[0] as string;
    const part = Object.hasOwn(parts, name) ? parts[name as keyof ApiEntry] : undefined;
    if (part === undefined) continue;
    if (field === name) named.set(name, part);
    else if (!whole.has(name) && !named.has(name)) named.set(name, innerPart(name, part, fields));
  }
  const chosen = [...named];
  return (row) => joinParts(chosen, row, context);
}

/** Dotted paths into one property: the only case where stored JSON is parsed. */
function innerPart(name: string, part: Part, fields: readonly string[]): Part {
  const project = fieldProjector(fields.filter((field) => field.startsWith(`${name}.`)));
  return (row, context) => {
    const text = part(row, context);
    if (text === undefined) return undefined;
    const projected = project({ [name]: JSON.parse(text) as unknown })[name];
    return projected === undefined ? undefined : JSON.stringify(projected);
  };
}

function joinParts(chosen: readonly [string, Part][], row: EntryRow, context: PresentContext): string {
  let text = '';
  for (const [name, part] of chosen) {
    const value = part(row, context);
    if (value === undefined) continue;
    text += text === '' ? `{"${name}":${value}` : `,"${name}":${value}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

export function presentMarker(marker: { id: string; deletedAt: string | null }): string {
  return `{"_id":"${marker.id}","deletedAt":${orNone(marker.deletedAt) ?? 'null'}}`;
}
