// A draft's version as ETag and If-Match on save and submit, and the version of the form that fillers are told.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const definition = {
  formSchema: {
    rootElem: root({ type: 'fInput', name: 'name' }, { type: 'fInput', name: 'actions', reqValidator: true }),
  },
};
const changedMeanwhile = {
  statusCode: 412,
  error: 'Precondition Failed',
  message: 'This form entry was saved elsewhere meanwhile. Load it again before you save your changes.',
};

async function makeDraft(data: object = { name: 'Ada' }) {
  const form = await makeForm(service, definition);
  const saved = await service.call('POST', '/entry/save', { body: { form, data } });
  const { entryId: id, bewit } = saved.body;
  const call = (action: string, body: object | undefined, headers: Record<string, string> = {}, query = {}) =>
    service.call(action === 'resume' ? 'GET' : 'POST', `/entry/${id}/${action}`, {
      ...(body && { body }),
      headers,
      query: { bewit, ...query },
    });
  return { form, id, call, etag: saved.headers.get('etag') ?? '' };
}

test('[entries.save.version] a save and resume answer the version of the data; opening the draft does not move it', async () => {
  const { call, etag, form } = await makeDraft();
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const opened = [await call('resume', undefined), await call('resume', undefined)];
  expect(opened.map(({ headers }) => headers.get('etag'))).toEqual([etag, etag]);
  const again = await call('save', { data: { name: 'Ada' } });
  expect(again.headers.get('etag')).toBe(etag);
  const other = await call('save', { data: { name: 'Bob' } });
  expect(other.headers.get('etag')).not.toBe(etag);
  // Sent again under its key, a save has the version of its own data, also of data that looks like the entry around it.
  const body = { form, data: { actions: '","actions":[]', name: 'x' } };
  const headers = { 'idempotency-key': 'k'.repeat(20) };
  const [first, second] = [
    await service.call('POST', '/entry/save', { body, headers }),
    await service.call('POST', '/entry/save', { body, headers }),
  ];
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
});

test('[entries.save.version] another version is a 412 in both languages that changes nothing; data that is stored already is not a conflict', async () => {
  const { call, etag, id } = await makeDraft();
  const newer = await call('save', { data: { name: 'Bob' } }, { 'if-match': etag });
  expect([newer.status, newer.headers.get('etag') === etag]).toEqual([200, false]);
  const before = (await alice('GET', `/entry/${id}`)).body;
  const late = { 'if-match': etag };
  for (const [action, body] of [
    ['save', { data: { name: 'Eve' } }],
    ['submit', { data: { name: 'Eve', actions: 'x' } }],
    ['submit', {}],
  ] as const) {
    const reply = await call(action, body, late);
    expect([action, reply.status, reply.body]).toEqual([action, 412, changedMeanwhile]);
  }
  const hebrew = await call('save', { data: { name: 'Eve' } }, late, { locale: 'he' });
  expect(hebrew.body.message).toBe('הטופס נשמר בינתיים ממקום אחר. יש לטעון אותו מחדש לפני ששומרים את השינויים.');
  expect((await alice('GET', `/entry/${id}`)).body).toEqual(before);
  // The save whose response got lost, sent again.
  expect((await call('save', { data: { name: 'Bob' } }, late)).status).toBe(200);
  expect((await call('save', { data: { name: 'Cy' } }, { 'if-match': '*' })).status).toBe(200);
  // Without the header all is as it was.
  expect((await call('save', { data: { name: 'Dan' } })).status).toBe(200);
  const now = (await call('resume', undefined)).headers.get('etag') ?? '';
  const submitted = await call('submit', { data: { name: 'Dan', actions: 'x' } }, { 'if-match': `W/${now}` });
  expect([submitted.status, submitted.headers.get('etag')]).toEqual([200, null]);
  expect((await call('save', { data: {} }, late)).status).toBe(403);
});

test('[entries.save.version] of many who save at once, in two processes, one wins the version', async () => {
  const { id, etag } = await makeDraft();
  const second = await startSecondService(service);
  try {
    const { key } = service.people.alice;
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        (place % 2 === 0 ? service : second).call('POST', `/entry/${id}/save`, {
          key,
          body: { data: { name: `n${place}` } },
          headers: { 'if-match': etag },
        }),
      ),
    );
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(9);
    expect((await alice('GET', `/entry/${id}`)).body.data).toEqual(winners[0]?.body.entry.data);
  } finally {
    await second.close();
  }
});

test('[forms.version-told] [forms.start] whoever fills is told which version of the form counts; asking again with since counts no start', async () => {
  const { form, call } = await makeDraft();
  const told = (reply: { headers: Headers }) => reply.headers.get('x-service-form-version');
  const start = (query = {}) => service.call('GET', `/form/${form}/start`, { query });
  expect(told(await start())).toBe('1');
  const changed = {
    rootElem: root({ type: 'fInput', name: 'name' }, { type: 'fInput', name: 'more', reqValidator: true }),
  };
  await alice('PATCH', `/form/${form}`, { formSchema: changed });
  const refused = await service.call('POST', '/entry/submit', { body: { form, data: { name: 'x' } } });
  expect([refused.status, told(refused)]).toEqual([400, '2']);
  const replies = [
    await start({ since: 1 }),
    await call('resume', undefined),
    await call('save', { data: {} }),
    await service.call('POST', '/entry/save', { body: { form, data: {} } }),
    await service.call('POST', '/entry/submit', { body: { form, data: { more: 'x' } } }),
  ];
  expect(replies.map((reply) => [reply.status, told(reply)])).toEqual(replies.map(() => [200, '2']));
  const { counts } = (await alice('GET', `/form/${form}`)).body;
  expect(counts.start).toBe(1);
});
