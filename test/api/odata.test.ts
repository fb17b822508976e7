// /odata/{formId}: the tables of a form, their addresses and columns. Its neighbours odata-*.test.ts have the rest: who may ask, options,
// pages, odd forms, filters, clients and $metadata.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, memberForm, time } from '../support/entries.ts';
import { basic, error, type ODataTest, startODataTest } from '../support/odata.ts';
import { send } from '../support/service.ts';

let alice: ODataTest['alice'];
let entry: ODataTest['entry'];
let form: ODataTest['form'];
let get: ODataTest['get'];
let service: ODataTest['service'];
let submit: ODataTest['submit'];
let close: ODataTest['close'];

beforeAll(async () => {
  ({ alice, entry, form, get, service, submit, close } = await startODataTest());
});
afterAll(() => close());

const rootUrl = () => `http://forms.test/odata/${form}`;

test('[odata.resources] [odata.tables] [odata.formats] the service document, with and without a slash', async () => {
  for (const path of [form, `${form}/`, form.toUpperCase()]) {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json;odata.metadata=minimal;charset=utf-8');
    expect(reply.headers.get('odata-version')).toBe('4.0');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body).toEqual({
      '@odata.context': `${rootUrl()}/$metadata`,
      value: ['Submissions', 'Submissions.guests', 'Submissions.guests.pets'].map((name) => ({
        name,
        kind: 'EntitySet',
        url: name,
      })),
    });
  }
  expect((await get(form, { labels: '1' })).body).toEqual({
    '@odata.context': `${rootUrl()}/$metadata?labels=1`,
    value: expect.arrayContaining([{ name: 'Submissions', kind: 'EntitySet', url: 'Submissions?labels=1' }]),
  });
});

test('[odata.columns] [odata.types] [odata.names] the table of entries', async () => {
  const reply = await get(`${form}/Submissions`);
  expect(reply.headers.get('content-type')).toBe('application/json;odata.metadata=minimal;charset=utf-8');
  expect(reply.body).toEqual({
    '@odata.context': `${rootUrl()}/$metadata#Submissions`,
    value: [
      {
        id: entry,
        idx: 1,
        submitIdx: 1,
        status: 'submitted',
        createTime: time,
        modifyTime: time,
        submitTime: time,
        name: 'Ada',
        age: 5.5,
        agrees: false,
        born: '2020-01-02',
        seen: '2024-05-17T10:00:00.500Z',
        from: '09:30:00.000',
        kind: 's',
        topics: 'n | "x|y"',
        stars: 4,
        grid_q1: '1',
        grid_שאלה_2: '2',
        data_status: 'single',
        שם_מלא: 'עדה',
        _1st__place_: 'x',
        address_city: 'Haifa',
      },
    ],
  });
});

test('[odata.tables] [odata.columns] repeats have tables of their own, also inside of others', async () => {
  const guests = await get(`${form}/Submissions.guests`);
  expect(guests.body['@odata.context']).toBe(`${rootUrl()}/$metadata#Submissions.guests`);
  expect(guests.body.value).toEqual([
    { id: entry, row: 1, data_id: 'g1', age: 3 },
    { id: entry, row: 2, data_id: 'g2', age: null },
    { id: entry, row: 3, data_id: 'g3', age: null },
  ]);
  expect((await get(`${form}/Submissions.guests.pets`)).body.value).toEqual([
    { id: entry, row: 1, parentRow: 1, pet: 'cat' },
    { id: entry, row: 2, parentRow: 1, pet: 'dog' },
    { id: entry, row: 3, parentRow: 3, pet: 'cow' },
  ]);
});

test('[odata.labels] words instead of codes; status, yes and no stay', async () => {
  const { body } = await get(`${form}/Submissions`, { labels: '1' });
  expect(body['@odata.context']).toBe(`${rootUrl()}/$metadata?labels=1#Submissions`);
  expect(body.value[0]).toMatchObject({
    kind: 'Short & <quick>',
    topics: 'News | Odd',
    grid_q1: 'Bad',
    grid_שאלה_2: 'Good',
    agrees: false,
    status: 'submitted',
  });
  expect((await get(`${form}/Submissions`, { labels: '0' })).body.value[0].kind).toBe('s');
  expect(error(await get(`${form}/Submissions`, { labels: 'yes' }))).toEqual([400, 'odataValueWrong']);
});

test('[odata.key] one row by its key', async () => {
  const one = await get(`${form}/Submissions('${entry}')`, { $select: 'age,id' });
  expect(one.body).toEqual({
    '@odata.context': `${rootUrl()}/$metadata#Submissions(id,age)/$entity`,
    id: entry,
    age: 5.5,
  });
  expect((await get(`${form}/Submissions(id='${entry.toUpperCase()}')`)).body.id).toBe(entry);
  expect((await get(`${form}/Submissions(%27${entry}%27)`)).body.id).toBe(entry);
  for (const key of [`id='${entry}',row=3`, `row=3, id='${entry}'`]) {
    expect((await get(`${form}/Submissions.guests(${key})`, { labels: '1' })).body).toEqual({
      '@odata.context': `${rootUrl()}/$metadata?labels=1#Submissions.guests/$entity`,
      ...{ id: entry, row: 3, data_id: 'g3', age: null },
    });
  }
  const missing = [
    "Submissions('0123456789abcdef01234567')",
    "Submissions('x')",
    `Submissions(${entry})`,
    `Submissions(row=1,id='${entry}')`,
    'Submissions()',
    `Submissions.guests(id='${entry}',row=4)`,
    `Submissions.guests('${entry}')`,
    `Submissions.guests(id='${entry}',row=0)`,
    `Submissions.guests(id='${entry}',row=1,row=1)`,
  ];
  for (const path of missing)
    expect([path, ...error(await get(`${form}/${path}`))]).toEqual([path, 404, 'odataRowNotFound']);
});

test('[odata.key] [odata.status] any entry of this form that is not deleted is found by its key, and no other', async () => {
  const own = await makeForm(service, memberForm);
  const draft = (await alice('POST', '/entry/save', { form: own, data: { name: 'd' } })).body.entryId;
  const gone = await submit(own, { name: 'g' });
  await alice('DELETE', `/entry/${gone}`);
  expect((await get(`${own}/Submissions('${draft}')`, { $select: 'status,submitTime' })).body).toMatchObject({
    status: 'saved',
    submitTime: null,
  });
  expect(error(await get(`${own}/Submissions('${gone}')`))).toEqual([404, 'odataRowNotFound']);
  expect(error(await get(`${own}/Submissions('${entry}')`))).toEqual([404, 'odataRowNotFound']);
});

test('[odata.key] [identity.audit.views] looking at rows is in the trail where the account wants it', async () => {
  const { token } = service.people.alice;
  const views = async () => (await alice('GET', '/audit', undefined, { query: { action: 'entryView' } })).body.data;
  await get(`${form}/Submissions('${entry}')`);
  expect(await views()).toEqual([]);
  await service.call('PATCH', '/account', { token, body: { settings: { auditViews: true } } });
  await get(`${form}/Submissions('${entry}')`);
  await get(`${form}/Submissions`);
  await service.call('PATCH', '/account', { token, body: { settings: { auditViews: false } } });
  expect((await views()).map((line: { objectId: string }) => line.objectId)).toEqual([entry]);
  const lists = (await alice('GET', '/audit', undefined, { query: { action: 'entriesView' } })).body.data;
  expect(lists).toMatchObject([
    {
      object: 'form',
      objectId: form,
      detail: { by: 'odata', query: { table: 'Submissions' }, count: expect.any(Number) },
    },
  ]);
});

test('[odata.resources] what is not there, and what OData has beyond this', async () => {
  for (const path of [
    'Nothing',
    'submissions',
    'Submissions.nothing',
    'Submissions/x',
    'Submissions/$count/x',
    '$metadata/x',
  ]) {
    expect([path, ...error(await get(`${form}/${path}`))]).toEqual([path, 404, 'odataPathUnknown']);
  }
  for (const path of ['$batch', '$all', '$entity', "Submissions('x')/age", 'Submissions/$value', 'Submissions/$ref']) {
    const target = path.replace("'x'", `'${entry}'`);
    expect([path, ...error(await get(`${form}/${target}`))]).toEqual([path, 501, 'odataNotSupported']);
  }
  expect(error(await get(`${form}/${'x'.repeat(5_000)}`))).toEqual([404, 'odataPathUnknown']);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const reply = await send(method, `${service.url}/odata/${form}/Submissions`, {
      headers: { authorization: basic(service.people.alice.key) },
      body: { name: 'x' },
    });
    expect([method, ...error(reply), reply.headers.get('allow')]).toEqual([method, 405, 'odataReadOnly', 'GET, HEAD']);
  }
  const head = await send('HEAD', `${service.url}/odata/${form}/Submissions`, { key: service.people.alice.key });
  expect([head.status, head.text, head.headers.get('odata-version')]).toEqual([200, '', '4.0']);
});
