// How many entries and drafts there may be: exact over processes, with a share for the account itself. docs/limits.md.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setQuotaLimit } from '../../src/server/store/identity/quotas.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
const quotas = 'form.entries=20,form.drafts=10,form.strangerDrafts=6,form.strangerDraftBytes=1000';
beforeAll(async () => {
  service = await startService({ QUOTAS: quotas });
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

async function makeForm(key = service.people.alice.key): Promise<string> {
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'text' }] };
  return (await service.call('POST', '/form', { key, body: { formSchema: { rootElem } } })).body.id;
}

/** The same request many times at once, over both processes. */
function race(times: number, path: string, options: object): Promise<Reply[]> {
  return Promise.all(
    Array.from({ length: times }, (_, i) => (i % 2 === 0 ? service : second).call('POST', path, options)),
  );
}

function countOf(replies: readonly Reply[], status: number): number {
  return replies.filter((reply) => reply.status === status).length;
}

async function counters(form: string) {
  const [row] = await service.services.db.sql`
    select current_all as all, current_save as saved, idx, stranger_drafts as strangers,
      stranger_draft_bytes::int as bytes from form_counters where form = ${form}`;
  return row;
}

const text = (length: number) => ({ text: 'x'.repeat(length) });

test('[limits.quotas] two processes never make an entry too many; the last fifth is the account’s own', async () => {
  const form = await makeForm();
  const { key } = service.people.alice;
  const strangers = await race(40, '/entry/submit', { body: { form, data: {} } });
  expect([countOf(strangers, 200), countOf(strangers, 403)]).toEqual([16, 24]);
  const refused = strangers.find(({ status }) => status === 403);
  expect(refused?.body).toEqual({
    statusCode: 403,
    error: 'Forbidden',
    message: 'There is no room left for this: a limit of the account or the form has been reached.',
    quota: 'form.entries',
  });
  const own = await race(20, '/entry/submit', { key, body: { form, data: {} } });
  expect([countOf(own, 200), countOf(own, 403)]).toEqual([4, 16]);
  expect(await counters(form)).toMatchObject({ all: 20, idx: 20 });
  // What is deleted makes room.
  const id = own.find(({ status }) => status === 200)?.body.entryId;
  await service.call('DELETE', `/entry/${id}`, { key });
  expect((await service.call('POST', '/entry/template', { key, body: { form, data: {} } })).status).toBe(200);
  expect((await service.call('POST', '/entry/template', { key, body: { form, data: {} } })).status).toBe(403);
});

test('[limits.quotas] [entries.idempotency] a refused entry leaves its idempotency key free', async () => {
  const form = await makeForm();
  const { key } = service.people.alice;
  const made = await service.call('POST', `/form/${form}/generateEntries`, { key, body: { num: 20 } });
  const headers = { 'idempotency-key': 'a-key-that-is-long-enough-to-be-nobody-elses' };
  const submit = () => service.call('POST', '/entry/submit', { key, headers, body: { form, data: {} } });
  expect((await submit()).status).toBe(403);
  expect((await service.call('DELETE', `/entry/${made.body.createdEntries[0].id}`, { key })).status).toBe(200);
  expect((await submit()).status).toBe(200);
  expect((await submit()).headers.get('idempotent-replayed')).toBe('true');
});

test('[limits.quotas] [entries.generate] generateEntries makes all or none', async () => {
  const form = await makeForm();
  const { key } = service.people.alice;
  const replies = await race(10, `/form/${form}/generateEntries`, { key, body: { num: 3 } });
  expect([countOf(replies, 200), countOf(replies, 403)]).toEqual([6, 4]);
  expect(await counters(form)).toMatchObject({ all: 18, idx: 18 });
});

test('[limits.quotas] drafts: strangers by number and bytes, the account by number', async () => {
  const { key } = service.people.alice;
  const form = await makeForm();
  const strangers = await race(20, '/entry/save', { body: { form, data: {} } });
  expect([countOf(strangers, 200), countOf(strangers, 403)]).toEqual([6, 14]);
  expect(strangers.find(({ status }) => status === 403)?.body.quota).toBe('form.strangerDrafts');
  const own = await race(20, '/entry/save', { key, body: { form, data: {} } });
  expect([countOf(own, 200), countOf(own, 403)]).toEqual([4, 16]);
  expect(own.find(({ status }) => status === 403)?.body.quota).toBe('form.drafts');
  expect(await counters(form)).toMatchObject({ saved: 10, strangers: 6, bytes: 12 });
  // Submitting goes on, and so does finishing a draft, which makes room for another.
  expect((await service.call('POST', '/entry/submit', { body: { form, data: {} } })).status).toBe(200);
  const { entryId, bewit } = strangers.find(({ status }) => status === 200)?.body ?? {};
  expect((await service.call('POST', `/entry/${entryId}/submit`, { query: { bewit }, body: {} })).status).toBe(200);
  expect(await counters(form)).toMatchObject({ saved: 9, strangers: 5, bytes: 10 });
});

test('[limits.quotas] a stranger’s drafts cannot grow beyond the bytes of the form; deleting and submitting gives them back', async () => {
  const { key } = service.people.alice;
  const form = await makeForm();
  const save = (data: object) => service.call('POST', '/entry/save', { body: { form, data } });
  const [first, other, third] = [(await save(text(400))).body, (await save(text(400))).body, (await save({})).body];
  const bytes = JSON.stringify(text(400)).length;
  expect(await counters(form)).toMatchObject({ strangers: 3, bytes: 2 * bytes + 2 });
  const again = (
    draft: { entryId: string; bewit: string },
    data: object,
    by: object = { query: { bewit: draft.bewit } },
  ) => service.call('POST', `/entry/${draft.entryId}/save`, { ...by, body: { data } });
  const refused = await again(third, text(300));
  expect([refused.status, refused.body.quota]).toEqual([403, 'form.strangerDraftBytes']);
  expect((await save(text(300))).body.quota).toBe('form.strangerDraftBytes');
  expect((await again(first, text(100))).status).toBe(200);
  expect((await again(third, text(300))).status).toBe(200);
  // The account may let them grow, and what it deletes or submits for them counts no longer.
  expect((await again(other, text(600), { key })).status).toBe(200);
  expect((await again(third, text(301))).status).toBe(403);
  await service.call('DELETE', `/entry/${other.entryId}`, { key });
  expect((await again(third, text(301))).status).toBe(200);
  const edit = { key, body: { status: 'submitted' } };
  expect((await service.call('POST', `/entry/${first.entryId}/edit`, edit)).status).toBe(200);
  expect(await counters(form)).toMatchObject({ strangers: 1, bytes: JSON.stringify(text(301)).length });
  await service.call('POST', '/entry/delete', { key, body: { query: { form } } });
  expect(await counters(form)).toMatchObject({ strangers: 0, bytes: 0 });
});

test('[limits.quotas] a limit of the whole account counts the entries of all its forms', async () => {
  const { chelsea } = service.people;
  const { key, account } = chelsea;
  await setQuotaLimit(service.services.db.sql, { account, name: 'entries', max: 10 });
  await setQuotaLimit(service.services.db.sql, { account, name: 'drafts', max: 3 });
  service.advance(6_000);
  const forms = [await makeForm(key), await makeForm(key), await makeForm(key)];
  const tries = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      (i % 2 === 0 ? service : second).call('POST', '/entry/submit', { body: { form: forms[i % 3], data: {} } }),
    ),
  );
  expect([countOf(tries, 200), countOf(tries, 403)]).toEqual([8, 22]);
  expect(tries.find(({ status }) => status === 403)?.body.quota).toBe('entries');
  const made = await service.call('POST', `/form/${forms[0]}/generateEntries`, { key, body: { num: 3 } });
  expect([made.status, made.body.quota]).toEqual([403, 'entries']);
  const own = await race(6, '/entry/save', { key, body: { form: forms[1], data: {} } });
  expect([countOf(own, 200), countOf(own, 403)]).toEqual([2, 4]);
  // Another account is not held up by it.
  const elsewhere = await makeForm();
  expect((await service.call('POST', '/entry/submit', { body: { form: elsewhere, data: {} } })).status).toBe(200);
});
