// A form's version as ETag, and If-Match on PATCH /form/{formId}: nobody undoes a colleague's change unknowingly.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, memberForm } from '../support/entries.ts';
import { startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;

beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const patch = (form: string, body: object, ifMatch: string, path = '') =>
  alice('PATCH', `/form/${form}${path}`, body, { headers: { 'if-match': ifMatch } });
const changedMeanwhile = {
  statusCode: 412,
  error: 'Precondition Failed',
  message: 'Someone else changed this form meanwhile. Load it again and repeat your changes.',
};

test('[forms.write.version] POST, GET and PATCH answer the version of the definition; entries do not move it', async () => {
  const made = await alice('POST', '/form', memberForm);
  expect(made.headers.get('etag')).toBe('"1"');
  const form = made.body.id;
  await alice('POST', '/entry/submit', { form, data: { name: 'x' } });
  const got = await alice('GET', `/form/${form}`);
  expect(got.headers.get('etag')).toBe('"1"');
  const changed = await alice('PATCH', `/form/${form}`, { name: 'Two' });
  expect([changed.headers.get('etag'), changed.body]).toEqual([
    '"2"',
    {
      ...got.body,
      name: 'Two',
      displayName: 'Two',
      modifyTime: changed.body.modifyTime,
      changedAt: changed.body.changedAt,
    },
  ]);
  expect((await alice('GET', `/form/${form}`)).headers.get('etag')).toBe('"2"');
});

test('[forms.write.version] the current version writes, another is 412 in both languages and writes nothing', async () => {
  const form = await makeForm(service, memberForm);
  const changed = await patch(form, { name: 'Two' }, '"1"');
  expect([changed.status, changed.headers.get('etag'), changed.body.name]).toEqual([200, '"2"', 'Two']);
  const before = await alice('GET', `/form/${form}`);
  for (const tag of ['"1"', '"3"', '2', '""', '', 'W/"1"', '"1", "3"', "'2'", 'x'.repeat(1000)]) {
    const late = await patch(form, { name: 'Lost' }, tag);
    expect([tag, late.status, late.body, late.headers.get('etag')]).toEqual([tag, 412, changedMeanwhile, null]);
  }
  const hebrew = await patch(form, { name: 'Lost' }, '"1"', '?locale=he');
  expect(hebrew.body.message).toBe('מישהו אחר שינה את הטופס בינתיים. יש לטעון אותו מחדש ולחזור על השינויים.');
  const after = await alice('GET', `/form/${form}`);
  expect([after.headers.get('etag'), after.body]).toEqual(['"2"', before.body]);
});

test('[forms.write.version] weak tags, lists and * match; without the header the last one wins', async () => {
  const form = await makeForm(service, memberForm);
  for (const [place, tag] of ['W/"1"', '"7", "2"', '"7",W/"3"', '*', undefined].entries()) {
    const reply =
      tag === undefined ? await alice('PATCH', `/form/${form}`, { name: 'x' }) : await patch(form, { name: 'x' }, tag);
    expect([tag, reply.status, reply.headers.get('etag')]).toEqual([tag, 200, `"${place + 2}"`]);
  }
});

test('[forms.write.version] what is wrong with the form or its owner is reported first', async () => {
  const form = await makeForm(service, memberForm);
  expect((await patch('f'.repeat(24), { name: 'x' }, '"1"')).status).toBe(404);
  const { key } = service.people.chelsea;
  const foreign = await service.call('PATCH', `/form/${form}`, { key, body: {}, headers: { 'if-match': '"9"' } });
  expect(foreign.status).toBe(403);
  expect((await patch(form, { nme: 'x' }, '"9"')).status).toBe(400);
});

test('[forms.write.version] of many who change at once, in two processes, one wins each version', async () => {
  const form = await makeForm(service, memberForm);
  const second = await startSecondService(service);
  try {
    const { key } = service.people.alice;
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        (place % 2 === 0 ? service : second).call('PATCH', `/form/${form}`, {
          key,
          body: { name: `n${place}` },
          headers: { 'if-match': '"1"' },
        }),
      ),
    );
    const winners = replies.filter((reply) => reply.status === 200);
    expect(winners.map((reply) => reply.headers.get('etag'))).toEqual(['"2"']);
    expect(replies.filter((reply) => reply.status === 412)).toHaveLength(11);
    expect((await alice('GET', `/form/${form}`)).body.name).toBe(winners[0]?.body.name);
  } finally {
    await second.close();
  }
});

test('[forms.write.version] what an unguarded change answers is what it wrote, with its own version', async () => {
  const form = await makeForm(service, memberForm);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, place) => alice('PATCH', `/form/${form}`, { name: `n${place}` })),
  );
  expect(replies.map((reply) => reply.body.name)).toEqual(replies.map((_, place) => `n${place}`));
  expect(replies.map((reply) => reply.headers.get('etag')).sort()).toEqual(
    replies.map((_, place) => `"${place + 2}"`).sort(),
  );
});

test('[conventions.cors] pages of other origins may send If-Match and read ETag', async () => {
  const headers = { origin: 'https://a.example' };
  const asked = await fetch(`${service.url}/v1.0/form/${'a'.repeat(24)}`, {
    method: 'OPTIONS',
    headers: { ...headers, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'if-match' },
  });
  expect(asked.headers.get('access-control-allow-headers')?.split(', ')).toContain('If-Match');
  const form = await makeForm(service, memberForm);
  const reply = await alice('GET', `/form/${form}`, undefined, { headers });
  expect(reply.headers.get('access-control-expose-headers')?.split(', ')).toContain('ETag');
});
