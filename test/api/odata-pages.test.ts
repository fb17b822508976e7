// /odata/{formId}: pages, their order, what tokens open, and numbers of rows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSkipPosition } from '../../src/server/store/entries/find-skip-position.ts';
import { makeForm, memberForm } from '../support/entries.ts';
import { basic, error, ids, type ODataTest, readAll, startODataTest, tableForm } from '../support/odata.ts';
import { send } from '../support/service.ts';

let alice: ODataTest['alice'];
let get: ODataTest['get'];
let service: ODataTest['service'];
let submit: ODataTest['submit'];
let close: ODataTest['close'];

beforeAll(async () => {
  ({ alice, get, service, submit, close } = await startODataTest());
});
afterAll(() => close());

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

test('[odata.skip] drafts, templates and deleted entries between them do not count, from either end', async () => {
  const own = await makeForm(service, memberForm);
  for (let count = 0; count < 36; count += 1) await submit(own, { name: `n${count}` });
  const { sql } = service.services.db;
  // Runs of what is left out, at both ends and in the middle, one status after another.
  const entries = await sql<{ id: string; account: string; status: number }[]>`
    update entries e set status = (array[3, 3, 2, 1, 2, 0, 2, 2, 4, 5, 1, 3])[1 + n.place % 12]
    from (select id, row_number() over (order by id) - 1 as place from entries where form = ${own}) as n
    where e.id = n.id returning e.id, e.account, e.status`;
  const of = (status: number) => entries.filter((one) => one.status === status).length;
  await sql`update form_counters set current_all = ${36 - of(3)}, current_submit = ${of(2)}, current_save = ${of(1)},
    current_template = ${of(4)}, current_render = ${of(5)} where form = ${own}`;
  for (const wanted of [[2], [0, 1, 2, 4, 5], [1, 2], [1], [0, 4], []]) {
    for (const isNewestFirst of [true, false]) {
      const ids = entries.filter(({ status }) => wanted.includes(status)).map(({ id }) => id);
      ids.sort();
      if (isNewestFirst) ids.reverse();
      const filter = { form: { eq: own }, status: { in: wanted } };
      for (let skip = 1; skip <= ids.length + 1; skip += 1) {
        const page = { account: entries[0]!.account, filter, after: undefined, isNewestFirst, skip };
        const expected = skip < ids.length ? ids[skip - 1] : undefined;
        expect([wanted, skip, await findSkipPosition(sql, page)]).toEqual([wanted, skip, expected]);
      }
    }
  }
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
    expect(await read('modifyTime desc,id desc', size)).toEqual([1, 5, 4, 3, 2, 0].sort((a, b) => order(a) - order(b)));
    expect(await read('createTime asc', size)).toEqual([0, 1, 2, 3, 4, 5]);
  }
  function order(place: number): number {
    return [1, 5, 4, 3, 2, 0].indexOf(place);
  }
});
