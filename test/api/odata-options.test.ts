// /odata/{formId}: query options, and the formats that clients take.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { error, type ODataTest, startODataTest } from '../support/odata.ts';

let entry: ODataTest['entry'];
let form: ODataTest['form'];
let get: ODataTest['get'];
let close: ODataTest['close'];

beforeAll(async () => {
  ({ entry, form, get, close } = await startODataTest());
});
afterAll(() => close());

const rootUrl = () => `http://forms.test/odata/${form}`;

test('[odata.options] [odata.errors] what is not done is refused by name, in both languages', async () => {
  const table = `${form}/Submissions`;
  const cases: [Record<string, string>, number, string][] = [
    [{ $expand: '*' }, 501, '$expand is not supported.'],
    [{ $search: 'x' }, 501, '$search is not supported.'],
    [{ $apply: 'x' }, 501, '$apply is not supported.'],
    [{ '@p': '1' }, 501, '@p is not supported.'],
    [{ $nothing: 'x' }, 400, 'The query option $nothing is not known.'],
    [{ $top: '-1' }, 400, '$top must be a whole number from 0 to 9007199254740991.'],
    [{ $top: '1.5' }, 400, '$top must be a whole number from 0 to 9007199254740991.'],
    [{ $skip: '1000001' }, 400, '$skip must be a whole number from 0 to 1000000.'],
    [{ $count: 'yes' }, 400, '$count must be one of: true, false.'],
    [{ $select: 'name,nothing' }, 400, 'The table Submissions has no column nothing.'],
    [{ $orderby: 'nothing' }, 400, 'The table Submissions has no column nothing.'],
    [{ $orderby: 'name' }, 501, '$orderby=name is not supported.'],
    [{ $orderby: 'id,createTime' }, 501, '$orderby by several columns is not supported.'],
    [{ $skiptoken: 'x' }, 400, '$skiptoken must come from an @odata.nextLink and be used with the same options.'],
    [{ $format: 'atom' }, 406, 'Tables are sent as JSON and $metadata as XML, and nothing else.'],
  ];
  for (const [query, status, message] of cases) {
    const reply = await get(table, query);
    expect([query, reply.status, reply.body.error.message]).toEqual([query, status, message]);
    const hebrew = await get(table, { ...query, locale: 'he' });
    expect([query, hebrew.status, /[\u05d0-\u05ea]/.test(hebrew.body.error.message)]).toEqual([query, status, true]);
  }
  expect(error(await get(`${table}?$top=1&$top=2`))).toEqual([400, 'odataOptionTwice']);
  expect(error(await get(`${form}/$metadata`, { $filter: 'x' }))).toEqual([501, 'odataNotSupported']);
  expect(error(await get(`${form}/Submissions('${entry}')`, { $filter: 'true' }))).toEqual([501, 'odataNotSupported']);
  expect((await get(table, { other: 'x', top: '0' })).body.value).toHaveLength(1);
});

test('[odata.options] $select keeps the order of the table', async () => {
  const { body } = await get(`${form}/Submissions`, { $select: 'שם_מלא, age,id' });
  expect(body['@odata.context']).toBe(`${rootUrl()}/$metadata#Submissions(id,age,%D7%A9%D7%9D_%D7%9E%D7%9C%D7%90)`);
  expect(body.value).toEqual([{ id: entry, age: 5.5, שם_מלא: 'עדה' }]);
  expect(Object.keys(body.value[0])).toEqual(['id', 'age', 'שם_מלא']);
  expect((await get(`${form}/Submissions`, { $select: '*' })).body.value[0].name).toBe('Ada');
});

test('[odata.formats] what clients say they take', async () => {
  const table = `${form}/Submissions`;
  const typeOf = async (path: string, accept: string, query = {}) => {
    const reply = await get(path, query, { accept });
    return reply.status === 200 ? reply.headers.get('content-type') : reply.status;
  };
  const minimal = 'application/json;odata.metadata=minimal;charset=utf-8';
  const excel =
    'application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9,application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,text/plain;q=0.7';
  for (const accept of [
    '*/*',
    'application/json',
    excel,
    'application/json;odata.metadata=full',
    'text/html,*/*;q=0.8',
  ])
    expect([accept, await typeOf(table, accept)]).toEqual([accept, minimal]);
  expect(await typeOf(table, 'application/json;odata.metadata=none')).toBe(minimal.replace('minimal', 'none'));
  expect(await typeOf(table, 'application/atom+xml', { $format: 'json' })).toBe(minimal);
  expect(await typeOf(table, 'application/atom+xml')).toBe(406);
  for (const accept of ['*/*', excel, 'application/xml']) {
    expect(await typeOf(`${form}/$metadata`, accept)).toBe('application/xml;charset=utf-8');
    expect(await typeOf(`${table}/$count`, accept)).toBe('text/plain;charset=utf-8');
  }
  expect(await typeOf(`${form}/$metadata`, '*/*', { $format: 'json' })).toBe(406);
  const bare = await get(table, { $format: 'application/json;odata.metadata=none', $select: 'age' });
  expect(bare.body).toEqual({ value: [{ age: 5.5 }] });
  expect((await get(`${table}('${entry}')`, { $format: 'json;odata.metadata=none', $select: 'age' })).body).toEqual({
    age: 5.5,
  });
  expect(error(await get(table, {}, { 'odata-maxversion': '3.0' }))).toEqual([400, 'odataVersionWrong']);
  for (const version of ['4.0', '4.01'])
    expect((await get(table, {}, { 'odata-maxversion': version })).status).toBe(200);
});
