// $metadata as OASIS's own schemas and converter read it, and the tables as OData clients from npm read them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import buildQuery from 'odata-query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { basic, readOData, tableForm } from '../support/odata.ts';
import { startService, type TestService } from '../support/service.ts';

const require = createRequire(import.meta.url);
const { xml2json } = require('odata-csdl') as { xml2json: (xml: string) => Record<string, Record<string, Csdl>> };
const { o } = require('o.js') as { o: (url: string, config: object) => Client };

type Csdl = Record<string, Record<string, unknown> & { $Type?: string; $Nullable?: boolean }>;
interface Client {
  get(resource: string): { query(options?: object | string): Promise<Record<string, unknown>[]> };
}

let service: TestService;
let get: ReturnType<typeof readOData>;
let form: string;

beforeAll(async () => {
  service = await startService();
  get = readOData(service);
  form = await makeForm(service, tableForm);
  for (let age = 0; age < 12; age += 1) {
    const guests = [{ id: `g${age}`, age: age * 10, pets: [{ pet: 'cat' }] }];
    const data = { name: `n${age}`, age, kind: age % 2 === 0 ? 's' : 'l', born: '2020-01-02', guests };
    expect((await asAlice(service)('POST', '/entry/submit', { form, data })).status).toBe(200);
  }
});
afterAll(() => service.close());

const schemaFolder = require.resolve('odata-csdl/package.json').replace('package.json', 'schemas/');

/** What the schemas of OASIS say; dots in names of tables, which ODK has too, are not held against it. */
async function schemaErrors(xml: string): Promise<string[]> {
  const contents = xml.replace(/<EntitySet Name="[^"]*"/g, (text) => text.replaceAll('.', '_'));
  const { errors } = await validateXML({
    xml: [{ fileName: 'metadata.xml', contents }],
    schema: [readFileSync(`${schemaFolder}edmx.xsd`, 'utf8')],
    preload: [{ fileName: 'edm.xsd', contents: readFileSync(`${schemaFolder}edm.xsd`, 'utf8') }],
  });
  return errors.map(({ message }) => message);
}

async function readMetadata(target: string, query: Record<string, string> = {}): Promise<{ xml: string; csdl: Csdl }> {
  const { text } = await get(`${target}/$metadata`, query);
  return { xml: text, csdl: xml2json(text)['Formstead'] as Csdl };
}

/** What the converter makes of a column. */
function columnOf({ csdl }: { csdl: Csdl }, name: string): Record<string, unknown> {
  return (csdl['Submission']?.[name] ?? {}) as Record<string, unknown>;
}

test('[odata.metadata] valid CSDL by the schemas of OASIS, with every type', async () => {
  const { xml, csdl } = await readMetadata(form);
  expect(await schemaErrors(xml)).toEqual([]);
  const typeOf = (name: string) => (csdl['Submission']?.[name] as { $Type?: string })?.$Type ?? 'Edm.String';
  const types = ['id', 'idx', 'createTime', 'name', 'age', 'agrees', 'born', 'seen', 'from', 'kind', 'grid_q1'].map(
    typeOf,
  );
  expect(types).toEqual([
    ...['Edm.String', 'Edm.Int32', 'Edm.DateTimeOffset', 'Edm.String', 'Edm.Double', 'Edm.Boolean', 'Edm.Date'],
    ...['Edm.DateTimeOffset', 'Edm.TimeOfDay', 'Edm.String', 'Edm.String'],
  ]);
  expect(csdl['Submission']?.['$Key']).toEqual(['id']);
  expect(csdl['Submission_guests_pets']?.['$Key']).toEqual(['id', 'row']);
  expect(csdl['Submission_guests_pets']).toHaveProperty('parentRow');
  expect(Object.keys(csdl['Forms'] as object).filter((name) => name.startsWith('Submissions'))).toEqual([
    ...['Submissions', 'Submissions.guests', 'Submissions.guests.pets'],
  ]);
});

test('[odata.metadata] [odata.names] labels of fields and options, and where each column is in the data', async () => {
  const { csdl } = await readMetadata(form);
  const column = (name: string) => csdl['Submission']?.[name] as Record<string, unknown>;
  const facts = (name: string) => [column(name)['@Org.OData.Core.V1.Description'], column(name)['@Formstead.Path']];
  expect(facts('name')).toEqual(['Full name', 'name']);
  expect(facts('address_city')).toEqual(['City', 'address.city']);
  expect(facts('data_status')).toEqual(['Marital status', 'status']);
  expect(facts('_1st__place_')).toEqual(['Odd "name"', '1st-"place"']);
  expect(facts('grid_שאלה_2')).toEqual(['Grid: Second?', 'grid.שאלה 2']);
  expect(facts('submitTime')).toEqual(['Submitted at', undefined]);
  expect(column('kind')['@Org.OData.Validation.V1.AllowedValues']).toEqual([
    { '@Org.OData.Core.V1.Description': 'Short & <quick>', Value: 's' },
    { '@Org.OData.Core.V1.Description': 'Long', Value: 'l' },
  ]);
  expect(csdl['Submission_guests']?.['@Formstead.Path']).toBe('guests');
});

test('[odata.metadata] [odata.labels] types with labels; Hebrew; hostile labels', async () => {
  const hostile = ']]><x a="&b;">\u0007\ufffe\n\'';
  const own = await makeForm(service, {
    name: hostile,
    locale: 'he',
    formSchema: {
      rootElem: root(
        { type: 'fSelect', name: 'size', label: hostile, typeValidator: 'num', options: [[1, hostile]] },
        { type: 'fInput', name: '"><script>', label: 'שם' },
        ...Array.from({ length: 1_000 }, (_, at) => ({ type: 'fInput', name: `f ${at}`, label: `${at}` })),
      ),
    },
  });
  const codes = await readMetadata(own);
  expect(await schemaErrors(codes.xml)).toEqual([]);
  expect(columnOf(codes, 'size')['$Type']).toBe('Edm.Double');
  expect(columnOf(codes, 'id')['@Org.OData.Core.V1.Description']).toBe('מזהה רשומה');
  expect(columnOf(codes, 'size')['@Org.OData.Core.V1.Description']).toBe(']]><x a="&b;">\ufffd\ufffd\n\'');
  expect(Object.keys(codes.csdl['Submission'] as object).filter((name) => name.startsWith('f_'))).toHaveLength(1_000);
  const labels = await readMetadata(own, { labels: '1' });
  expect(await schemaErrors(labels.xml)).toEqual([]);
  expect(columnOf(labels, 'size')).not.toHaveProperty('$Type');
});

test('[odata.filter] [odata.pages] queries of odata-query, read by o.js', async () => {
  const client = o(`${service.url}/odata/${form}/`, {
    headers: { authorization: basic(service.people.alice.key), accept: 'application/json' },
    referrer: undefined,
  });
  const read = (table: string, query: object) => client.get(table).query(buildQuery(query as never).slice(1));
  const filtered = await read('Submissions', {
    select: ['idx', 'name'],
    filter: { and: [{ age: { ge: 4, lt: 9 } }, { kind: 's' }, { name: { startswith: 'n' } }] },
    orderBy: 'createTime asc',
  });
  expect(filtered).toEqual([5, 7, 9].map((idx) => ({ idx, name: `n${idx - 1}` })));
  const dated = await read('Submissions', {
    filter: { createTime: { gt: new Date('2020-01-01') }, born: { eq: { type: 'raw', value: '2020-01-02' } } },
    top: 2,
    skip: 1,
    select: 'idx',
  });
  expect(dated).toEqual([{ idx: 11 }, { idx: 10 }]);
  expect(await read('Submissions.guests', { filter: { age: { gt: 90 } }, select: 'data_id' })).toEqual([
    { data_id: 'g11' },
    { data_id: 'g10' },
  ]);
  expect(await read('Submissions', { filter: "contains(name,'n11') or name eq 'n3'", select: 'name' })).toEqual([
    { name: 'n11' },
    { name: 'n3' },
  ]);
  await expect(read('Submissions', { expand: 'guests' })).rejects.toMatchObject({ status: 501 });
});
