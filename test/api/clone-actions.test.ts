// An entry that was begun from another one says so.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, id, makeForm, memberForm, time } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const typesOf = (entry: { actions: { type: string }[] }) => entry.actions.map(({ type }) => type);

test('[entries.clone] clonedFrom records a clone action before the first own, and nothing at the entry it names', async () => {
  const form = await makeForm(service, memberForm);
  const data = { name: 'Dee' };
  const template = (await alice('POST', '/entry/template', { form, data })).body.entryId;
  const before = (await alice('GET', `/entry/${template}`)).body;
  for (const how of ['save', 'submit']) {
    const { status, body } = await service.call('POST', `/entry/${how}`, {
      body: { form, data, clonedFrom: template },
    });
    expect([how, status, typesOf(body.entry)]).toEqual([how, 200, ['clone', how]]);
    const [clone, own] = body.entry.actions;
    expect(clone).toEqual({ id, type: 'clone', time, ip: own.ip, userAgent: own.userAgent });
    expect([clone.time, clone.id !== own.id]).toEqual([own.time, true]);
  }
  expect((await alice('GET', `/entry/${template}`)).body).toEqual(before);
  const { counts } = (await alice('GET', `/form/${form}`)).body;
  expect(counts).toMatchObject({ all: 3, save: 1, submit: 1, template: 1 });
  expect(counts).not.toHaveProperty('clone');
  expect(typesOf((await alice('POST', '/entry/submit', { form, data })).body.entry)).toEqual(['submit']);
});

test('[entries.clone] another entry of the form needs a credential; a template that was deleted meanwhile still counts', async () => {
  const form = await makeForm(service, memberForm);
  const data = { name: 'Dee' };
  const { entryId: draft } = (await alice('POST', '/entry/save', { form, data })).body;
  const owned = await alice('POST', '/entry/submit', { form, data, clonedFrom: draft });
  expect(typesOf(owned.body.entry)).toEqual(['clone', 'submit']);
  const { entryId: template } = (await alice('POST', '/entry/template', { form, data })).body;
  await alice('DELETE', `/entry/${template}`);
  const late = await service.call('POST', '/entry/submit', { body: { form, data, clonedFrom: template } });
  expect([late.status, typesOf(late.body.entry)]).toEqual([200, ['clone', 'submit']]);
  const otherForm = await makeForm(service, memberForm);
  const other = (await alice('POST', '/entry/template', { form: otherForm, data })).body.entryId;
  for (const clonedFrom of [draft, other, '0'.repeat(24)]) {
    const { status, body } = await service.call('POST', '/entry/submit', { body: { form, data, clonedFrom } });
    expect([status, body.validation]).toEqual([400, { source: 'payload', keys: ['clonedFrom'] }]);
  }
  const onDraft = await alice('POST', `/entry/${draft}/save`, { data, clonedFrom: template });
  expect([onDraft.status, onDraft.body.message]).toEqual([400, '"clonedFrom" is not allowed']);
});
