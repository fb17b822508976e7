// GET /odata/{formId}/…: the tables of a form for Excel, Power BI, R and others, as OData 4.0 has them.
// [odata.resources] [odata.access] [odata.pages] [odata.formats]
import { recordViews } from '../audit/record-reads.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { EntryAtHand } from '../export/table/entry-at-hand.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { listExportRowsById, readExportRows } from '../store/entries/export-entries.ts';
import { countRows } from './count-rows.ts';
import { type FormTables, keptFormTables, type ODataTable } from './form-tables.ts';
import { metadataLines } from './metadata.ts';
import { formatOf, type JsonFormat, readPageRows, refuseOldVersion } from './negotiate.ts';
import { type Options, type RowsWanted, readLabels, readOptions, readRowsWanted } from './read-options.ts';
import { type Resource, type RowKey, readResource } from './read-resource.ts';
import { Pace, PartsOfRow, propertiesOf, readRows } from './read-rows.ts';
import { optionsMark, readSkipToken, writeSkipToken } from './skip-token.ts';
import { rowWriter } from './write-row.ts';

export interface ODataRequest extends Pick<ApiRequest, 'caller' | 'ip' | 'userAgent' | 'signal'> {
  readonly formId: string;
  /** What follows the form's id, decoded. */
  readonly path: string;
  /** The query string, as it came. */
  readonly query: string;
  readonly headers: Readonly<Record<'accept' | 'prefer' | 'odata-maxversion', string | undefined>>;
}

export interface ODataResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const idPattern = /^[0-9a-fA-F]{24}$/;

type Needs = Pick<
  Services,
  | 'forms'
  | 'secrets'
  | 'config'
  | 'newId'
  | 'longReads'
  | 'db'
  | 'reads'
  | 'entryIndexes'
  | 'clock'
  | 'auditChain'
  | 'accountSettings'
>;

export async function answerOData(request: ODataRequest, services: Needs): Promise<ODataResponse> {
  const form = await getOwnForm(request, services);
  refuseOldVersion(request.headers['odata-maxversion']);
  const options = readOptions(request.query);
  const tables = await keptFormTables(form, readLabels(options));
  const resource = readResource(request.path, tables);
  const about: About = { form, tables, options, request, services };
  refuseOptions(resource, options);
  switch (resource.kind) {
    case 'metadata':
      return answerMetadata(about);
    case 'service':
      return answerService(about);
    case 'count':
      return answerCount(resource.table, about);
    case 'row':
      return answerRow(resource, about);
    case 'rows':
      return answerRows(resource.table, about);
  }
}

interface About {
  readonly form: LoadedForm;
  readonly tables: FormTables;
  readonly options: Options;
  readonly request: ODataRequest;
  readonly services: Needs;
}

/** As for every list of a form's entries. [identity.permissions] */
async function getOwnForm({ formId, caller }: ODataRequest, services: Pick<Services, 'forms'>): Promise<LoadedForm> {
  if (!idPattern.test(formId)) throw errors.formNotFound(formId.slice(0, 100));
  const form = await services.forms.getFresh(formId.toLowerCase());
  if (caller?.account !== form.account) throw errors.insufficientPermissions();
  return form;
}

const taken: Readonly<Record<Resource['kind'], ReadonlySet<string> | undefined>> = {
  service: new Set(['$format', 'labels']),
  metadata: new Set(['$format', 'labels']),
  row: new Set(['$format', '$select', 'labels']),
  // What does not change the number is ignored, as OData has it.
  count: undefined,
  rows: undefined,
};

function refuseOptions({ kind }: Resource, options: Options): void {
  const other = Object.keys(options).find((name) => taken[kind]?.has(name) === false);
  if (other !== undefined) throw errors.odata('odataNotSupported', { feature: `${other} here` });
}

async function answerMetadata({ tables, options, request }: About): Promise<ODataResponse> {
  formatOf('xml', options.$format, request.headers.accept);
  const lines: string[] = [];
  const pace = new Pace();
  for (const line of metadataLines(tables)) {
    lines.push(line);
    if (pace.isOver) await pace.rest();
  }
  return { headers: { 'content-type': 'application/xml;charset=utf-8' }, body: lines.join('\n') };
}

function answerService(about: About): ODataResponse {
  const format = jsonFormat(about);
  // An address that leads on keeps the labels.
  const suffix = about.tables.isLabelled ? '?labels=1' : '';
  const value = about.tables.tables.map(({ name }) => ({
    name,
    kind: 'EntitySet',
    url: `${encodeURI(name)}${suffix}`,
  }));
  return json(format, { ...context(about, format, ''), value });
}

async function answerCount(table: ODataTable, { form, options, request, services }: About): Promise<ODataResponse> {
  formatOf('text', options.$format, request.headers.accept);
  const { filter } = readRowsWanted({ $filter: options.$filter } as Options, table);
  const count = await countRows({ form, wanted: { table, filter }, signal: request.signal }, services);
  // How many rows a repeat has is an answer too.
  const isNarrowed = options.$filter !== undefined || table.repeat !== undefined;
  if (isNarrowed) {
    const read = { by: 'odata', form: form.id, count, query: { table: table.name }, isNarrowed };
    await recordViews(read, request, services);
  }
  return { headers: { 'content-type': 'text/plain;charset=utf-8' }, body: String(count) };
}

async function answerRows(table: ODataTable, about: About): Promise<ODataResponse> {
  const { form, options, request, services } = about;
  const format = jsonFormat(about);
  const wanted = readRowsWanted(options, table);
  const mark = optionsMark(form.id, table.name, options);
  const { $skiptoken } = options;
  const start = $skiptoken === undefined ? undefined : readSkipToken($skiptoken, mark, services.secrets.cursor);
  const { pageRows, headers } = readPageRows(request.headers.prefer);
  const { signal } = request;
  const count = wanted.hasCount ? await countRows({ form, wanted, signal }, services) : undefined;
  const { texts, next } = await readRows({ form, wanted, start, pageRows, signal }, services);
  const isNarrowed = options.$filter !== undefined || (wanted.hasCount && table.repeat !== undefined);
  const read = { by: 'odata', form: form.id, count: texts.length, query: { table: table.name }, isNarrowed };
  await recordViews(read, request, services);
  const facts = { ...context(about, format, contextOf(wanted)), ...(count !== undefined && { '@odata.count': count }) };
  const before = JSON.stringify(facts).slice(0, -1);
  const nextLink = next && nextAddress(about, table, writeSkipToken(next, mark, services.secrets.cursor));
  const after = nextLink === undefined ? '' : `,"@odata.nextLink":${JSON.stringify(nextLink)}`;
  const body = `${before}${before === '{' ? '' : ','}"value":[${texts.join(',')}]${after}}`;
  return { headers: { ...jsonHeaders(format), ...headers }, body };
}

async function answerRow({ table, key }: { table: ODataTable; key: RowKey }, about: About): Promise<ODataResponse> {
  const { options } = about;
  const format = jsonFormat(about);
  const wanted = readRowsWanted({ $select: options.$select } as Options, table);
  const text = await findRow(key, wanted, about);
  if (text === undefined) throw errors.odata('odataRowNotFound', { table: table.name });
  const facts = JSON.stringify(context(about, format, `${contextOf(wanted)}/$entity`)).slice(0, -1);
  const body = facts === '{' ? text : text === '{}' ? `${facts}}` : `${facts},${text.slice(1)}`;
  return { headers: jsonHeaders(format), body };
}

async function findRow({ id, row }: RowKey, wanted: RowsWanted, about: About): Promise<string | undefined> {
  const { form, request, services } = about;
  const { account } = form;
  const asked = { account, form: form.id, ids: [id], maxBytes: 1 };
  const { sql } = services.db;
  const { json: rows } = await listExportRowsById(sql, asked, propertiesOf(wanted.columns, wanted));
  const [found] = readExportRows(rows);
  if (found === undefined) return undefined;
  const entry = new EntryAtHand(form);
  entry.open(found);
  for (const { part, number } of new PartsOfRow(wanted.table, undefined).each(found.data, entry)) {
    if (number !== row) continue;
    await recordViews({ by: 'odata', entry: id, form: form.id, count: 1 }, request, services);
    return rowWriter(wanted.columns)(part, entry);
  }
  return undefined;
}

const rootOf = ({ form, services }: About) => `${services.config.publicUrl}/odata/${form.id}`;

function contextOf({ table, columns, isSelected }: RowsWanted): string {
  return `#${table.name}${isSelected ? `(${columns.map(({ name }) => name).join(',')})` : ''}`;
}

function context(about: About, format: JsonFormat, fragment: string): Record<string, unknown> {
  if (format === 'none') return {};
  const labels = about.tables.isLabelled ? '?labels=1' : '';
  return { '@odata.context': `${rootOf(about)}/$metadata${labels}${encodeURI(fragment)}` };
}

/** All options but those that the token now holds. Whoever counted has counted. */
function nextAddress(about: About, table: ODataTable, token: string): string {
  const parameters = new URLSearchParams(about.request.query);
  for (const name of ['$top', '$skip', '$count']) parameters.delete(name);
  parameters.set('$skiptoken', token);
  // A blank as %20: not every client takes a plus for one.
  const query = parameters.toString().replaceAll('+', '%20').replaceAll('%24', '$');
  return `${rootOf(about)}/${encodeURI(table.name)}?${query}`;
}

const jsonFormat = ({ options, request }: About) => formatOf('json', options.$format, request.headers.accept);

function json(format: JsonFormat, body: object): ODataResponse {
  return { headers: jsonHeaders(format), body: JSON.stringify(body) };
}

function jsonHeaders(format: JsonFormat): Record<string, string> {
  return { 'content-type': `application/json;odata.metadata=${format};charset=utf-8` };
}
