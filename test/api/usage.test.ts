// GET /account/usage and `formstead quota set`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/server/base/config.ts';
import { ConfigError } from '../../src/server/base/settings.ts';
import { readQuotaChange, setQuota } from '../../src/server/quotas/set-quota.ts';
import { startService, type TestService } from '../support/service.ts';
import { upload } from '../support/upload.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    QUOTAS: 'uploads=100,form.uploads=10,entries=0,form.entries=50',
    QUOTA_ANONYMOUS_PERCENT: '50',
  });
});
afterAll(() => service.close());

interface Item {
  readonly kind: string;
  readonly forms: { form: string; name: string | null; used: number }[];
}

async function usage(key: string): Promise<Record<string, Item>> {
  const { status, body } = await service.call('GET', '/account/usage', { key });
  expect(status).toBe(200);
  return Object.fromEntries(body.quotas.map((item: Item) => [item.kind, item]));
}

async function makeForm(name: string): Promise<string> {
  const { key } = service.people.alice;
  const children = [{ type: 'fFile', name: 'files' }];
  const body = { name, formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  return (await service.call('POST', '/form', { key, body })).body.id;
}

test('[limits.quotas.usage] every kind with its limits, the strangers’ share, the reset time and the forms that use most', async () => {
  const { alice, chelsea } = service.people;
  const [lunch, dinner] = [await makeForm('Lunch'), await makeForm('Dinner')];
  for (let i = 0; i < 3; i += 1) await service.call('POST', '/entry/submit', { body: { form: lunch } });
  await service.call('POST', '/entry/save', { body: { form: dinner, data: {} } });
  await upload(service, dinner, { name: 'a.txt', type: 'text/plain', content: Buffer.alloc(123) });
  const quotas = await usage(alice.key);
  expect(Object.keys(quotas)).toEqual([
    ...['storedBytes', 'entries', 'entryBytes', 'drafts', 'uploads', 'emails', 'pdfs', 'exports', 'emailsPerRecipient'],
    ...['unusedUploads', 'unusedBytes', 'strangerDrafts', 'strangerDraftBytes'],
  ]);
  expect(quotas['entries']).toEqual({
    kind: 'entries',
    period: 'total',
    resetTime: null,
    used: 4,
    limit: null,
    anonymousLimit: null,
    formLimit: 50,
    formAnonymousLimit: 25,
    forms: [
      { form: lunch, name: 'Lunch', used: 3 },
      { form: dinner, name: 'Dinner', used: 1 },
    ],
  });
  expect(quotas['uploads']).toEqual({
    kind: 'uploads',
    period: 'day',
    resetTime: service.services.quotas.resetTime(),
    used: 1,
    limit: 100,
    anonymousLimit: 50,
    formLimit: 10,
    formAnonymousLimit: 5,
    forms: [{ form: dinner, name: 'Dinner', used: 1 }],
  });
  expect(quotas['storedBytes']).toMatchObject({ used: 123, forms: [{ form: dinner, used: 123 }] });
  expect(quotas['unusedUploads']).toMatchObject({ used: 1, limit: null, formLimit: 5000, formAnonymousLimit: 5000 });
  expect(quotas['strangerDrafts']).toMatchObject({ used: 1, forms: [{ form: dinner, name: 'Dinner', used: 1 }] });
  expect(quotas['strangerDraftBytes']).toMatchObject({ used: 2 });
  // Nothing of it is another account's.
  const others = await usage(chelsea.key);
  for (const item of Object.values(others)) expect(item).toMatchObject({ used: 0, forms: [] });
});

test('[limits.quotas.usage] emails of one address: those of the address that got most, without saying which', async () => {
  const { alice } = service.people;
  const { quotas } = service.services;
  const send = (recipients: string[]) =>
    quotas.take({ kind: 'emails', account: alice.account, amount: recipients.length, isAnonymous: false, recipients });
  await send(['ann@example.com', 'ben@example.com']);
  await send(['Ann@example.com']);
  const { emails, emailsPerRecipient } = await usage(alice.key);
  expect(emails).toMatchObject({ used: 3 });
  expect(emailsPerRecipient).toEqual({
    kind: 'emailsPerRecipient',
    period: 'day',
    resetTime: quotas.resetTime(),
    used: 2,
    limit: 20_000,
    anonymousLimit: 10_000,
    formLimit: null,
    formAnonymousLimit: null,
    forms: [],
  });
});

test('[limits.quotas.usage] of very many forms those that use most; a form that is gone has no name', async () => {
  const { alice } = service.people;
  const { sql } = service.services.db;
  const day = service.services.quotas.today();
  const ids = Array.from({ length: 8 }, (_, i) => `${i}`.repeat(24));
  for (const [i, id] of ids.entries()) {
    await sql`insert into quota_use (account, kind, part, day, used) values (${alice.account}, 'pdfs', ${id}, ${day}, ${i + 1})`;
  }
  const { pdfs } = await usage(alice.key);
  expect(pdfs?.forms.map(({ used, name }) => [used, name])).toEqual([8, 7, 6, 5, 4].map((used) => [used, null]));
  expect(pdfs).toMatchObject({ used: 36 });
});

test('[limits.quotas] [running.commands] quota set: one account’s limit, and back to that of the settings', async () => {
  const { account } = service.people.chelsea;
  const set = (flags: object) => setQuota(readQuotaChange({ account, ...flags }), service.services);
  expect(await set({ kind: 'uploads', limit: '7' })).toEqual({ account, kind: 'uploads', limit: 7, isDefault: false });
  service.advance(6_000);
  expect((await usage(service.people.chelsea.key))['uploads']).toMatchObject({ limit: 7, anonymousLimit: 3 });
  expect(await set({ kind: 'uploads', limit: 'default' })).toMatchObject({ limit: 100, isDefault: true });
  service.advance(6_000);
  expect((await usage(service.people.chelsea.key))['uploads']).toMatchObject({ limit: 100 });
  await expect(set({ account: '0'.repeat(24), kind: 'uploads', limit: '7' })).rejects.toThrow('There is no account');
  for (const flags of [
    { kind: 'x', limit: '1' },
    { kind: 'uploads', limit: '-1' },
    { kind: 'uploads' },
    { account: 'x' },
  ]) {
    expect(() => readQuotaChange({ account, ...flags })).toThrow(ConfigError);
  }
});

test('[running.settings] QUOTAS names known limits only', () => {
  expect(readConfig({ QUOTAS: ' emails = 5 , form.drafts=0' }).quotas).toMatchObject({
    emails: 5,
    'form.drafts': 0,
    pdfs: 200_000,
  });
  for (const text of ['emails', 'emails=', 'emails=x', 'letters=5', 'emails=5;pdfs=6', 'emails=99999999999999999']) {
    expect(() => readConfig({ QUOTAS: text })).toThrow('QUOTAS');
  }
});
