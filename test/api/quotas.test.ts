// Daily quotas: exact over processes, all or nothing, a share for strangers, limits of single accounts. docs/limits.md.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServiceError } from '../../src/server/base/errors.ts';
import { createQuotas, type QuotaRequest, type Quotas } from '../../src/server/quotas/quotas.ts';
import { openDb } from '../../src/server/store/connection/db.ts';
import { setQuotaLimit } from '../../src/server/store/identity/quotas.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: { quotas: Quotas; close(): Promise<void> };

beforeAll(async () => {
  service = await startService({ QUOTAS: 'emails=50, form.emails=30, emailsPerRecipient=20, pdfs=10,exports=0' });
  const { config, clock } = service.services;
  // Connections and caches of its own, as another process has them.
  const db = await openDb(service.databaseUrl, { maxConnections: 10 });
  second = { quotas: createQuotas({ db, clock, config }), close: () => db.close() };
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const account = () => service.people.alice.account;
const form = 'f'.repeat(24);

async function used(kind: string, part = '', of = account()): Promise<number> {
  const rows = await service.services.db.sql<{ used: number }[]>`
    select used from quota_use where account = ${of} and kind = ${kind} and part = ${part}
      and day in ('', ${service.services.quotas.today()})`;
  return rows[0]?.used ?? 0;
}

async function refusalOf(request: QuotaRequest): Promise<ServiceError | undefined> {
  return service.services.quotas.take(request).then(
    () => undefined,
    (error) => {
      expect(error).toBeInstanceOf(ServiceError);
      return error as ServiceError;
    },
  );
}

/** The same take many times over both processes at once; answers how many were granted. */
async function race(times: number, request: QuotaRequest): Promise<number> {
  const takes = Array.from({ length: times }, (_, i) =>
    (i % 2 === 0 ? service.services.quotas : second.quotas).takeOrFindFull(request),
  );
  return (await Promise.all(takes)).filter((full) => full === undefined).length;
}

test('[limits.quotas] two processes together take exactly the limit of an account, a form, a recipient', async () => {
  const of = { kind: 'emails', account: account(), isAnonymous: false } as const;
  const to = 'someone@example.com';
  expect(await race(60, { ...of, form, recipients: [to] })).toBe(20);
  expect(await race(60, { ...of, form })).toBe(10);
  expect(await race(60, of)).toBe(20);
  expect(await used('emails')).toBe(50);
  expect(await used('emails', form)).toBe(30);
});

test('[limits.quotas] nothing is taken when one part has no room', async () => {
  const of = { kind: 'emails', account: service.people.chelsea.account, isAnonymous: false } as const;
  const recipients = Array.from({ length: 21 }, () => ' Same@Example.com');
  expect(await service.services.quotas.takeOrFindFull({ ...of, form, amount: 21, recipients })).toEqual({
    limit: 'emailsPerRecipient',
    most: 20,
  });
  expect(await used('emails', '', of.account)).toBe(0);
  expect(
    await service.services.quotas.takeOrFindFull({ ...of, form, amount: 20, recipients: recipients.slice(1) }),
  ).toBe(undefined);
  expect(await service.services.quotas.takeOrFindFull({ ...of, recipients: ['same@example.com'] })).toMatchObject({
    limit: 'emailsPerRecipient',
  });
  expect(await used('emails', '', of.account)).toBe(20);
  await service.services.quotas.giveBack({ ...of, form, amount: 20, recipients: recipients.slice(1) });
  expect(await used('emails', '', of.account)).toBe(0);
  expect(await used('emails', form, of.account)).toBe(0);
});

test('[limits.quotas] strangers leave the last fifth to the account; the refusal names the limit and the next day', async () => {
  const of = { kind: 'pdfs', account: account() } as const;
  expect(await race(20, { ...of, isAnonymous: true })).toBe(8);
  expect(await race(20, { ...of, isAnonymous: false })).toBe(2);
  const refused = await refusalOf({ ...of, isAnonymous: false });
  expect([refused?.status, refused?.situation, refused?.extra]).toEqual([429, 'dailyQuotaReached', { quota: 'pdfs' }]);
  const seconds = Number(refused?.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(86_400);
  service.advance(seconds * 1000);
  expect(await refusalOf({ ...of, isAnonymous: false })).toBeUndefined();
});

test('[limits.quotas] 0 means no limit, and use is counted all the same', async () => {
  expect(await race(50, { kind: 'exports', account: account(), isAnonymous: true })).toBe(50);
  expect(await used('exports')).toBe(50);
});

test('[limits.quotas] an account may have limits of its own; other accounts keep those of the settings', async () => {
  const { db, quotas } = service.services;
  const { chelsea } = service.people;
  expect(await setQuotaLimit(db.sql, { account: chelsea.account, name: 'pdfs', max: 3 })).toBe(true);
  expect(await setQuotaLimit(db.sql, { account: '0'.repeat(24), name: 'pdfs', max: 3 })).toBe(false);
  service.advance(6_000);
  expect(await race(20, { kind: 'pdfs', account: chelsea.account, isAnonymous: false })).toBe(3);
  expect((await quotas.limitsOf(account())).pdfs).toBe(10);
  expect((await quotas.limitsOf(chelsea.account)).emails).toBe(50);
});
