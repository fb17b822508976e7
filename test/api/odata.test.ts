// /odata/{formId}: the tables of a form, their addresses, columns, pages and errors. Filters are in odata-filter.test.ts, clients and
// $metadata in odata-clients.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { id as anyId, asAlice, makeForm, memberForm, root, time } from '../support/entries.ts';
import { basic, readAll, readOData, tableForm } from '../support/odata.ts';
import { type Reply, send, startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let get: ReturnType<typeof readOData>;
let form: string;
let entry: string;

const answers = {
  name: 'Ada',
  age: 5.5,
  agrees: false,
  born: '2020-01-02',
  seen: '2024-05-17T10:00:00.5Z',
  from: '1970-01-01T09:30:00Z',
  kind: 's',
  topics: ['n', 'x|y'],
  stars: 4,
  grid: { q1: '1', 'שאלה 2': '2' },
  status: 'single',
  'שם מלא': 'עדה',
  '1st-"place"': 'x',
  address: { city: 'Haifa' },
  guests: [
    { id: 'g1', age: 3, pets: [{ pet: 'cat' }, { pet: 'dog' }] },
    { id: 'g2' },
    { id: 'g3', pets: [{ pet: 'cow' }] },
  ],
};

async function submit(target: string, data: object): Promise<string> {
  const reply = await alice('POST', '/entry/submit', { form: target, data });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.entryId;
}

beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  get = readOData(service);
  form = await makeForm(service, tableForm);
  entry = await submit(form, answers);
});
afterAll(() => service.close());

const rootUrl = () => `http://forms.test/odata/${form}`;
const error = (reply: Reply) => [reply.status, reply.body?.error?.code];
const ids = (reply: Reply): string[] => reply.body.value.map((row: { id: string }) => row.id);

describe('addresses', () => {
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

  test('[odata.key] [identity.audit.views] looking at one row is in the trail where the account wants it', async () => {
    const { token } = service.people.alice;
    const views = async () => (await alice('GET', '/audit', undefined, { query: { action: 'entryView' } })).body.data;
    await get(`${form}/Submissions('${entry}')`);
    expect(await views()).toEqual([]);
    await service.call('PATCH', '/account', { token, body: { settings: { auditViews: true } } });
    await get(`${form}/Submissions('${entry}')`);
    await get(`${form}/Submissions`);
    await service.call('PATCH', '/account', { token, body: { settings: { auditViews: false } } });
    expect((await views()).map((line: { objectId: string }) => line.objectId)).toEqual([entry]);
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
    for (const path of [
      '$batch',
      '$all',
      '$entity',
      "Submissions('x')/age",
      'Submissions/$value',
      'Submissions/$ref',
    ]) {
      const target = path.replace("'x'", `'${entry}'`);
      expect([path, ...error(await get(`${form}/${target}`))]).toEqual([path, 501, 'odataNotSupported']);
    }
    expect(error(await get(`${form}/${'x'.repeat(5_000)}`))).toEqual([404, 'odataPathUnknown']);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const reply = await send(method, `${service.url}/odata/${form}/Submissions`, {
        headers: { authorization: basic(service.people.alice.key) },
        body: { name: 'x' },
      });
      expect([method, ...error(reply), reply.headers.get('allow')]).toEqual([
        method,
        405,
        'odataReadOnly',
        'GET, HEAD',
      ]);
    }
    const head = await send('HEAD', `${service.url}/odata/${form}/Submissions`, { key: service.people.alice.key });
    expect([head.status, head.text, head.headers.get('odata-version')]).toEqual([200, '', '4.0']);
  });
});

describe('access', () => {
  const ask = (target: string, headers: Record<string, string>) =>
    send('GET', `${service.url}/odata/${target}/Submissions`, { headers });

  test('[odata.access] Basic with any user name, x-api-key, login token', async () => {
    const { alice: person } = service.people;
    const good = [
      { authorization: basic(person.key) },
      { authorization: basic(person.key, '') },
      { authorization: basic(person.key, 'user@exämple.com') },
      { authorization: basic(person.key).replace('Basic', 'basic') },
      { 'x-api-key': person.key },
      { authorization: person.token },
    ];
    for (const headers of good) expect((await ask(form, headers as never)).status).toBe(200);
    expect((await ask(form, { authorization: basic(service.people.bob.key) })).status).toBe(200);
  });

  test('[odata.access] nobody, a wrong key, a revoked key: 401 that asks for Basic', async () => {
    const made = await service.call('POST', '/api-keys', { token: service.people.alice.token });
    const revoked = made.body.token as string;
    expect((await ask(form, { authorization: basic(revoked) })).status).toBe(200);
    const { token } = service.people.alice;
    expect((await service.call('DELETE', `/api-keys/${made.body._id}`, { token })).status).toBe(200);
    const { key } = service.people.alice;
    const bad: [Record<string, string>, string][] = [
      [{}, 'missingAuthentication'],
      [{ authorization: basic(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`) }, 'invalidApiKey'],
      [{ authorization: basic('') }, 'invalidApiKey'],
      [{ authorization: 'Basic ' }, 'invalidApiKey'],
      [{ authorization: 'Basic !!!' }, 'invalidApiKey'],
      [{ authorization: basic(revoked) }, 'invalidApiKey'],
      [{ authorization: `Bearer ${key}` }, 'invalidToken'],
      [{ 'x-api-key': 'x' }, 'invalidApiKey'],
    ];
    for (const [headers, code] of bad) {
      const reply = await ask(form, headers);
      expect([headers, reply.status, reply.body]).toEqual([
        headers,
        401,
        { error: { code, message: expect.any(String) } },
      ]);
      expect(reply.headers.get('www-authenticate')).toBe('Basic realm="Formstead", charset="UTF-8"');
      expect(reply.headers.get('odata-version')).toBe('4.0');
      expect(reply.headers.get('x-service-error')).toBe(code);
    }
    expect((await send('GET', `${service.url}/odata/${form}?x-api-key=${key}`)).status).toBe(401);
  });

  test('[odata.access] another account gets 403, a form that is not there 404', async () => {
    const chelsea = { authorization: basic(service.people.chelsea.key) };
    expect(error(await ask(form, chelsea))).toEqual([403, 'insufficientPermissions']);
    for (const path of ['', '/$metadata', '/Submissions/$count', `/Submissions('${entry}')`]) {
      expect((await send('GET', `${service.url}/odata/${form}${path}`, { headers: chelsea })).status).toBe(403);
    }
    expect(error(await get('0123456789abcdef01234567'))).toEqual([404, 'formNotFound']);
    expect(error(await get('nothing'))).toEqual([404, 'formNotFound']);
    expect(error(await get("x'%20or%20'1'='1"))).toEqual([404, 'formNotFound']);
  });

  test('[odata.errors] [limits.rate] throttled as everything else, in the same shape', async () => {
    const slow = await startService({ RATE_LIMIT: '3' });
    const replies: Reply[] = [];
    for (let count = 0; count < 4; count += 1) replies.push(await send('GET', `${slow.url}/odata/${form}`));
    await slow.close();
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(error(replies[3]!)).toEqual([429, 'tooManyRequests']);
    expect(Number(replies[3]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('options', () => {
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
    expect(error(await get(`${form}/Submissions('${entry}')`, { $filter: 'true' }))).toEqual([
      501,
      'odataNotSupported',
    ]);
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
});

describe('pages', () => {
  let many: string;
  let made: string[];

  beforeAll(async () => {
    many = await makeForm(service, memberForm);
    made = [];
    for (let count = 0; count < 25; count += 1) {
      const items = Array.from({ length: count % 4 }, (_, at) => ({ product: `p${count}.${at}` }));
      made.unshift(await submit(many, { name: `n${count}`, age: count, items }));
    }
    await alice('POST', '/entry/save', { form: many, data: { name: 'draft' } });
  });

  test('[odata.pages] [odata.pages.size] [odata.order] next links lead to the end, newest first', async () => {
    const first = await get(`${many}/Submissions`, { $select: 'id' }, { prefer: 'odata.maxpagesize=10' });
    expect(ids(first)).toEqual(made.slice(0, 10));
    expect(first.headers.get('preference-applied')).toBe('odata.maxpagesize=10');
    expect(first.body['@odata.nextLink']).toMatch(
      new RegExp(`^http://forms\\.test/odata/${many}/Submissions\\?\\$select=id&\\$skiptoken=[\\w-]+$`),
    );
    for (const size of [1, 7, 25, 26]) {
      const { rows, pages } = await readAll(service, `${many}/Submissions`, {}, { prefer: `maxpagesize=${size}` });
      expect(rows.map((row) => row['id'])).toEqual(made);
      expect(pages).toHaveLength(Math.ceil(25 / size));
    }
    const oldest = await readAll(service, `${many}/Submissions`, { $orderby: 'id' }, { prefer: 'maxpagesize=4' });
    expect(oldest.rows.map((row) => row['id'])).toEqual([...made].reverse());
    expect(
      (await get(`${many}/Submissions`, {}, { prefer: 'odata.maxpagesize=99999' })).headers.get('preference-applied'),
    ).toBe('odata.maxpagesize=2000');
  });

  test('[odata.pages] [odata.skip] $top and $skip, also over several pages', async () => {
    const read = async (query: Record<string, string>, size = 2_000) => {
      const { rows } = await readAll(
        service,
        `${many}/Submissions`,
        { ...query, $select: 'id' },
        { prefer: `maxpagesize=${size}` },
      );
      return rows.map((row) => row['id']);
    };
    expect(await read({ $top: '0' })).toEqual([]);
    expect(await read({ $top: '3' })).toEqual(made.slice(0, 3));
    expect(await read({ $top: '7' }, 3)).toEqual(made.slice(0, 7));
    expect(await read({ $skip: '20' })).toEqual(made.slice(20));
    expect(await read({ $skip: '24' })).toEqual(made.slice(24));
    expect(await read({ $skip: '25' })).toEqual([]);
    expect(await read({ $skip: '1000000' })).toEqual([]);
    for (const skip of [1, 11, 12, 13, 14, 23])
      expect(await read({ $skip: String(skip), $orderby: 'id asc' })).toEqual([...made].reverse().slice(skip));
    expect(await read({ $skip: '5', $top: '9' }, 4)).toEqual(made.slice(5, 14));
    expect(await read({ $skip: '5', $top: '9', $orderby: 'id asc' }, 4)).toEqual([...made].reverse().slice(5, 14));
    expect(await read({ $skip: '5', $top: '9', $filter: 'age ge 10' }, 4)).toEqual(made.slice(5, 14));
    expect(await read({ $skip: '5', $top: '9', $orderby: 'createTime' }, 4)).toEqual([...made].reverse().slice(5, 14));
  });

  test('[odata.pages] rows of repeats: pages end and go on in the middle of an entry', async () => {
    const path = `${many}/Submissions.items`;
    const whole = await readAll(service, path);
    const expected = made.flatMap((id, at) =>
      Array.from({ length: (24 - at) % 4 }, (_, row) => ({
        id,
        row: row + 1,
        product: `p${24 - at}.${row}`,
        note: null,
      })),
    );
    expect(whole.rows).toEqual(expected);
    for (const size of [1, 2, 5]) {
      expect((await readAll(service, path, {}, { prefer: `maxpagesize=${size}` })).rows).toEqual(expected);
      const filtered = await readAll(service, path, { $filter: 'row gt 1' }, { prefer: `maxpagesize=${size}` });
      expect(filtered.rows).toEqual(expected.filter(({ row }) => row > 1));
      const oldest = await readAll(
        service,
        path,
        { $orderby: 'id', $filter: 'row ne 2' },
        { prefer: `maxpagesize=${size}` },
      );
      const inOrder = [...made].reverse().flatMap((id) => expected.filter((row) => row.id === id));
      expect(oldest.rows).toEqual(inOrder.filter(({ row }) => row !== 2));
      const some = await readAll(service, path, { $skip: '4', $top: '11' }, { prefer: `maxpagesize=${size}` });
      expect(some.rows).toEqual(expected.slice(4, 15));
    }
  });

  test('[odata.pages] what comes, goes or changes meanwhile moves no other', async () => {
    const own = await makeForm(service, memberForm);
    const entries: string[] = [];
    for (let count = 0; count < 8; count += 1)
      entries.unshift(await submit(own, { name: `n${count}`, items: [{ product: 'a' }, { product: 'b' }] }));
    const prefer = { prefer: 'odata.maxpagesize=3' };
    const first = await get(`${own}/Submissions.items`, { $select: 'id,row' }, prefer);
    expect(first.body.value.map((row: { row: number }) => row.row)).toEqual([1, 2, 1]);
    await submit(own, { name: 'new', items: [{ product: 'c' }] });
    await alice('DELETE', `/entry/${entries[1]}`);
    await alice('DELETE', `/entry/${entries[3]}`);
    await alice('POST', `/entry/${entries[4]}/edit`, { data: { name: 'edited' }, mode: 'merge' });
    const next = (first.body['@odata.nextLink'] as string).replace('http://forms.test', service.url);
    const { body } = await send('GET', next, { key: service.people.alice.key });
    const seen = body.value.map((row: { id: string; row: number }) => [entries.indexOf(row.id), row.row]);
    expect(seen.slice(0, 4)).toEqual([
      [2, 1],
      [2, 2],
      [4, 1],
      [4, 2],
    ]);
  });

  test('[odata.pages] a token of other options, another table or another list is refused', async () => {
    const first = await get(`${many}/Submissions`, { $filter: 'age gt 1', $top: '20' }, { prefer: 'maxpagesize=2' });
    const token = new URL(first.body['@odata.nextLink']).searchParams.get('$skiptoken') as string;
    const refused = async (table: string, query: Record<string, string>) =>
      expect(error(await get(`${many}/${table}`, { $skiptoken: token, ...query }))).toEqual([400, 'odataTokenWrong']);
    expect((await get(`${many}/Submissions`, { $filter: 'age gt 1', $skiptoken: token })).body.value).toHaveLength(18);
    await refused('Submissions', {});
    await refused('Submissions', { $filter: 'age gt 2' });
    await refused('Submissions', { $filter: 'age gt 1', $orderby: 'id' });
    await refused('Submissions', { $filter: 'age gt 1', labels: '1' });
    await refused('Submissions.items', { $filter: 'row gt 1' });
    await refused('Submissions', { $filter: 'age gt 1', $skiptoken: `${token}x` });
    const list = await alice('GET', `/form/${many}/entries?limit=2`);
    const cursor = /after=([\w-]+)/.exec(list.headers.get('link') ?? '')?.[1] as string;
    await refused('Submissions', { $filter: 'age gt 1', $skiptoken: cursor });
    const other = await alice('GET', `/form/${many}/entries?limit=2&after=${token}`);
    expect(other.status).toBe(400);
    // Cut anywhere, and with any one character changed.
    for (let at = 0; at < token.length; at += 5) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      for (const Skiptoken of [token.slice(0, at), changed])
        await refused('Submissions', { $filter: 'age gt 1', $skiptoken: Skiptoken });
    }
  });

  test('[odata.pages] [odata.access] a token of another form or account, and of a form that is deleted in between', async () => {
    const definition = { name: 'Two pages', formSchema: tableForm.formSchema };
    const [one, two] = [await makeForm(service, definition), await makeForm(service, definition)];
    for (const form of [one, one, two, two]) await submit(form, { name: 'n' });
    const first = await get(`${one}/Submissions`, {}, { prefer: 'maxpagesize=1' });
    const Skiptoken = new URL(first.body['@odata.nextLink']).searchParams.get('$skiptoken') as string;
    expect((await get(`${one}/Submissions`, { $skiptoken: Skiptoken })).body.value).toHaveLength(1);
    expect(error(await get(`${two}/Submissions`, { $skiptoken: Skiptoken }))).toEqual([400, 'odataTokenWrong']);
    const chelsea = { authorization: basic(service.people.chelsea.key) };
    expect((await get(`${one}/Submissions`, { $skiptoken: Skiptoken }, chelsea)).status).toBe(403);
    await alice('DELETE', `/form/${one}`);
    expect((await get(`${one}/Submissions`, { $skiptoken: Skiptoken })).status).toBe(404);
    expect((await get(`${one}/Submissions`, { $skiptoken: Skiptoken }, chelsea)).status).toBe(404);
  });

  test('[odata.access] hostile credentials are a 401, and none of them is shown', async () => {
    const { key } = service.people.alice;
    const texts = [
      '',
      ':',
      '::',
      `:${key}x`,
      `${key}:`,
      `:${key}\u0000`,
      `:${key}\n`,
      `: ${key}`,
      `a:${'k'.repeat(8_000)}`,
      '\ufffd:\u05d0',
    ];
    const headers = [
      ...texts.map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
      'Basic',
      'Basic ',
      'Basic %%%',
      `Basic ${'='.repeat(5_000)}`,
    ];
    for (const authorization of headers) {
      const reply = await get(`${many}/Submissions`, {}, { authorization });
      expect([authorization.slice(0, 60), reply.status, reply.headers.get('www-authenticate')]).toEqual([
        ...[authorization.slice(0, 60), 401, expect.stringMatching(/^Basic /)],
      ]);
      expect(reply.text).not.toContain(key);
    }
  });

  test('[odata.count] numbers of rows', async () => {
    const count = async (table: string, query: Record<string, string> = {}) => {
      const reply = await get(`${many}/${table}/$count`, query);
      expect(reply.headers.get('content-type')).toBe('text/plain;charset=utf-8');
      return Number(reply.text);
    };
    expect(await count('Submissions')).toBe(25);
    expect(await count('Submissions', { $filter: "status eq 'saved'" })).toBe(1);
    expect(await count('Submissions', { $filter: "status ne 'nothing'" })).toBe(26);
    expect(await count('Submissions', { $filter: 'age ge 20' })).toBe(5);
    expect(await count('Submissions', { $filter: 'createTime lt 2000-01-01' })).toBe(0);
    expect(await count('Submissions', { $filter: 'age ge 20', $top: '1', $skip: '2' })).toBe(5);
    expect(await count('Submissions.items')).toBe(36);
    expect(await count('Submissions.items', { $filter: 'row eq 3' })).toBe(6);
    const { body } = await get(`${many}/Submissions`, { $count: 'true', $top: '2', $filter: 'age lt 10' });
    expect([body['@odata.count'], body.value.length]).toEqual([10, 2]);
    const zero = await get(`${many}/Submissions`, { $count: 'true', $top: '0' });
    expect([zero.body['@odata.count'], zero.body.value]).toEqual([25, []]);
    expect(zero.body).not.toHaveProperty('@odata.nextLink');
    // At once means that nothing is counted: the counters are believed.
    const { sql } = service.services.db;
    await sql`update form_counters set current_submit = current_submit + 1000 where form = ${many}`;
    expect([await count('Submissions'), await count('Submissions', { $filter: "status eq 'submitted'" })]).toEqual([
      ...[1025, 1025],
    ]);
    await sql`update form_counters set current_submit = current_submit - 1000 where form = ${many}`;
    // What is nearer to the end is looked for from there.
    expect(ids(await get(`${many}/Submissions`, { $skip: '22', $select: 'id' }))).toEqual(made.slice(22));
  });

  test('[odata.status] submitted entries, unless the filter names the status', async () => {
    const read = async (filter: string) => ids(await get(`${many}/Submissions`, { $filter: filter, $select: 'id' }));
    expect(await read("status eq 'submitted'")).toEqual(made);
    expect(await read("status eq 'saved'")).toHaveLength(1);
    expect(await read("status eq 'saved' or age eq 3")).toHaveLength(2);
    expect(await read("status ne 'template'")).toHaveLength(26);
    expect(await read("name eq 'draft'")).toEqual([]);
    expect(await read("not (status eq 'submitted')")).toHaveLength(1);
    expect(await read("status eq 'deleted'")).toEqual([]);
    expect(await read('false')).toEqual([]);
    expect(await read('true')).toEqual(made);
  });

  test('[odata.order] [odata.order.nulls] by times, in both directions', async () => {
    const own = await makeForm(service, memberForm);
    const entries: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      entries.push(await submit(own, { name: `n${count}` }));
      service.advance(1_000);
    }
    // Never through submit: it has no submitTime.
    const draft = (await alice('POST', '/entry/save', { form: own, data: { name: 'd' } })).body.entryId;
    await alice('POST', `/entry/${draft}/edit`, { status: 'submitted' });
    await alice('POST', `/entry/${entries[1]}/edit`, { data: { name: 'edited' } });
    const read = async ($orderby: string, size: number) => {
      const { rows } = await readAll(
        service,
        `${own}/Submissions`,
        { $orderby, $select: 'id' },
        { prefer: `maxpagesize=${size}` },
      );
      return rows.map((row) => [...entries, draft].indexOf(row['id'] as string));
    };
    for (const size of [1, 2, 4, 100]) {
      expect(await read('submitTime', size)).toEqual([5, 0, 1, 2, 3, 4]);
      expect(await read('submitTime desc', size)).toEqual([4, 3, 2, 1, 0, 5]);
      expect(await read('modifyTime desc,id desc', size)).toEqual(
        [1, 5, 4, 3, 2, 0].sort((a, b) => order(a) - order(b)),
      );
      expect(await read('createTime asc', size)).toEqual([0, 1, 2, 3, 4, 5]);
    }
    function order(place: number): number {
      return [1, 5, 4, 3, 2, 0].indexOf(place);
    }
  });
});

describe('forms that are odd', () => {
  test('[odata.misfits] entries from before a change of the form', async () => {
    const own = await makeForm(service, {
      formSchema: {
        rootElem: root(
          { type: 'fInput', name: 'a' },
          { type: 'fMatrix', name: 'b', matrixQuestions: ['q'], options: ['x'] },
          { type: 'fInput', name: 'c' },
          { type: 'fInput', name: 'd' },
          { type: 'fInput', name: 'e', typeValidator: 'num' },
        ),
      },
    });
    await submit(own, { a: 'twelve', b: { q: 'x' }, c: 'yes', d: 'soon', e: 7 });
    await submit(own, { a: '12', c: 'maybe', d: '2024-01-02' });
    await alice('PATCH', `/form/${own}`, {
      formSchema: {
        rootElem: root(
          { type: 'fInput', name: 'a', typeValidator: 'num' },
          { type: 'fInput', name: 'b' },
          { type: 'fBool', name: 'c' },
          { type: 'fDate', name: 'd' },
          { type: 'fLngTxt', name: 'e' },
          { type: 'fInput', name: 'f' },
        ),
      },
    });
    const columns = { $select: 'a,b,c,d,e,f' };
    expect((await get(`${own}/Submissions`, columns)).body.value).toEqual([
      { a: 12, b: null, 'c@Formstead.stored': 'maybe', c: null, d: '2024-01-02', e: null, f: null },
      {
        'a@Formstead.stored': 'twelve',
        a: null,
        'b@Formstead.stored': '{"q":"x"}',
        b: null,
        c: true,
        'd@Formstead.stored': 'soon',
        d: null,
        e: '7',
        f: null,
      },
    ]);
    const find = async ($filter: string) => (await get(`${own}/Submissions`, { $filter })).body.value.length;
    expect(await find('a eq null')).toBe(1);
    expect(await find('a eq 12')).toBe(1);
    expect(await find('c eq true')).toBe(1);
    expect(await find("e eq '7'")).toBe(1);
    expect(await find("contains(b,'x')")).toBe(0);
    expect(await find('d gt 2024-01-01')).toBe(1);
  });

  test('[odata.names] names that meet are told apart', async () => {
    const names = [
      'Name',
      'name',
      'a b',
      'a-b',
      'a_b',
      'id',
      'data_id',
      'ID',
      '9',
      '_9',
      'שלום',
      'x'.repeat(199),
      `${'x'.repeat(199)}y`,
      '&<>"',
      'idx',
      '@odata.x',
    ];
    const own = await makeForm(service, {
      formSchema: { rootElem: root(...names.map((name) => ({ type: 'fInput', name }))) },
    });
    await submit(own, Object.fromEntries(names.map((name) => [name, name])));
    const [row] = (await get(`${own}/Submissions`)).body.value;
    const columns = Object.keys(row).slice(7);
    expect(columns).toEqual([
      'Name',
      'name_2',
      'a_b_2',
      'a_b_3',
      'a_b',
      'data_id_2',
      'data_id',
      'data_ID_3',
      '_9_2',
      '_9',
      'שלום',
      'x'.repeat(128),
      `${'x'.repeat(126)}_2`,
      '____',
      'data_idx',
      '_odata_x',
    ]);
    expect(columns.map((column) => row[column])).toEqual(names);
    expect(new Set(columns.map((column) => column.toLowerCase())).size).toBe(names.length);
  });

  test('[odata.types] choices that are numbers, days and of options sets; what several may be chosen', async () => {
    const own = await makeForm(service, {
      formSchema: {
        rootElem: root(
          {
            type: 'fSelect',
            name: 'size',
            typeValidator: 'num',
            options: [
              [1, 'One'],
              [2, 'Two'],
            ],
          },
          { type: 'fRadio', name: 'day', typeValidator: 'date', options: [['2024-05-01', 'May']] },
          { type: 'fRadio', name: 'sure', typeValidator: 'bool', options: [[true, 'Sure']] },
          { type: 'fRadio', name: 'plain', options: [[7, 'Seven']] },
          { type: 'fSelect', name: 'made', options: "[['a', 'Label of ' + model.plain]]" },
        ),
      },
    });
    await submit(own, { size: 2, day: '2024-05-01', sure: true, plain: 7, made: 'a' });
    const [codes] = (await get(`${own}/Submissions`)).body.value;
    expect(codes).toMatchObject({ size: 2, day: '2024-05-01', sure: true, plain: '7', made: 'a' });
    const [labels] = (await get(`${own}/Submissions`, { labels: '1' })).body.value;
    expect(labels).toMatchObject({ size: 'Two', day: 'May', sure: 'Sure', plain: 'Seven', made: 'Label of 7' });
    for (const [filter, count] of [
      ["made eq 'Label of 7'", 1],
      ["size eq 'Two'", 1],
      ["size eq 'two'", 0],
      ["contains(plain,'eve')", 1],
    ] as const)
      expect([filter, (await get(`${own}/Submissions`, { labels: '1', $filter: filter })).body.value.length]).toEqual([
        filter,
        count,
      ]);
  });

  test('[odata.pages.size] large entries: pages end early, nothing is lost', async () => {
    const own = await makeForm(service, {
      formSchema: {
        rootElem: root({ type: 'fLngTxt', name: 'text' }, { type: 'fInput', name: 'n', typeValidator: 'num' }),
      },
    });
    for (let n = 0; n < 16; n += 1) await submit(own, { text: 'x'.repeat(600_000), n });
    const { rows, pages } = await readAll(service, `${own}/Submissions`);
    expect(rows.map((row) => row['n'])).toEqual(Array.from({ length: 16 }, (_, n) => 15 - n));
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages)).toBeLessThan(16);
    const light = await readAll(service, `${own}/Submissions`, { $select: 'id' });
    expect(light.pages).toEqual([16]);
    const found = await readAll(service, `${own}/Submissions`, {
      $filter: "startswith(text,'x') and n ne 3",
      $select: 'n',
    });
    expect(found.rows).toHaveLength(15);
  });

  test('[odata.tables] a form without fields, and one whose repeat has only another repeat', async () => {
    const bare = await makeForm(service, {});
    await submit(bare, {});
    expect((await get(`${bare}/Submissions`)).body.value).toEqual([
      { id: anyId, idx: 1, submitIdx: 1, status: 'submitted', createTime: time, modifyTime: time, submitTime: time },
    ]);
    expect((await get(`${bare}/Submissions`, { $select: '' })).status).toBe(400);
    const inner = { type: 'cRepeat', name: 'in', children: [{ type: 'fInput', name: 'x' }] };
    const own = await makeForm(service, {
      formSchema: { rootElem: root({ type: 'cRepeat', name: 'out', children: [inner] }) },
    });
    const id = await submit(own, { out: [{ in: [{ x: '1' }] }, {}, { in: [{ x: '2' }, { x: '3' }] }] });
    expect((await get(`${own}/Submissions.out`)).body.value).toEqual([1, 2, 3].map((row) => ({ id, row })));
    expect(
      (await get(`${own}/Submissions.out.in`)).body.value.map((row: Record<string, unknown>) => [
        row['row'],
        row['parentRow'],
        row['x'],
      ]),
    ).toEqual([
      [1, 1, '1'],
      [2, 3, '2'],
      [3, 3, '3'],
    ]);
  });
});
