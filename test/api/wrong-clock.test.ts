// A clock that was two years ahead for a while and was corrected: nothing waits for 2028, nothing that was issued then is good.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findLinkFault, temporaryUrl } from '../../src/server/files/signed-url.ts';
import { newStorageKey } from '../../src/server/files/storage/storage-key.ts';
import { correctTimes } from '../../src/server/jobs/correct-times.ts';
import { deleteExpiredRows } from '../../src/server/jobs/delete-expired-rows.ts';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { runDue } from '../../src/server/jobs/run-jobs.ts';
import { createBackgroundRefresh, refreshNames } from '../../src/server/registries/refresh-in-background.ts';
import { decidingTimes } from '../../src/server/store/jobs/future-times.ts';
import { makeForm, memberForm, root } from '../support/entries.ts';
import { startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

const hour = 3_600_000;
const twoYears = 2 * 365 * 24 * hour;

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService();
  key = service.people.alice.key;
});
afterAll(() => service.close());
// Nothing of one test is young enough to matter in the next.
beforeEach(() => service.advance(4 * 24 * hour));

/** Does it while the clock is two years ahead, and corrects the clock. */
async function whileAhead<T>(work: () => Promise<T>): Promise<T> {
  service.advance(twoYears);
  try {
    return await work();
  } finally {
    service.advance(-twoYears);
  }
}

const sql = () => service.services.db.sql;
const correct = () => correctTimes(service.services);
const logIn = async () => {
  const { email, password } = service.people.alice;
  return service.call('POST', '/auth/login', { body: { email, password } });
};
const me = async (token: string) => (await service.call('GET', '/me', { token })).status;

describe('jobs', () => {
  test('[conventions.times.database] a job that ran two years ahead is due', async () => {
    let runs = 0;
    const job = {
      name: 'counted',
      everyMs: hour,
      run: async () => {
        runs += 1;
      },
    };
    expect(await whileAhead(() => runDue(job, service.services))).toBe(true);
    expect(await runDue(job, service.services)).toBe(true);
    expect(await runDue(job, service.services)).toBe(false);
    expect(runs).toBe(2);
  });

  test('[conventions.times.database] the refresh of maintained sets does not wait for 2028', async () => {
    let gathered = 0;
    const refresh = createBackgroundRefresh(service.services, {
      delayMs: 0,
      gather: async () => {
        gathered += 1;
        throw new Error('nothing to be had');
      },
    } as never);
    await sql()`delete from set_refresh_plan`;
    await whileAhead(
      () => sql()`insert into set_refresh_plan (name, next_time, failures)
      select name, ${new Date(service.services.clock.now() + 20 * hour).toISOString()}, 0
      from unnest(${[...refreshNames]}::text[]) as name`,
    );
    await correct();
    await refresh.startIfDue();
    await expect.poll(() => gathered).toBeGreaterThan(0);
    await refresh.close();
  });
});

describe('what is kept for a time', () => {
  test('[conventions.times.database] idempotency keys last 24 hours from the correction', async () => {
    const form = await makeForm(service, memberForm);
    const submit = async () => {
      const headers = { 'idempotency-key': 'from the future' };
      const body = { form, data: { name: 'x' } };
      return (await service.call('POST', '/entry/submit', { key, headers, body })).body.entryId;
    };
    const first = await whileAhead(submit);
    await correct();
    expect(await submit()).toBe(first);
    service.advance(25 * hour);
    expect(await submit()).not.toBe(first);
  });

  test('[conventions.times.database] guesses, daily use, progress and addresses of the future are forgotten in their time', async () => {
    const { id: user } = (await logIn()).body.user;
    await whileAhead(async () => {
      const now = new Date(service.services.clock.now()).toISOString();
      const account = service.people.alice.account;
      await sql()`insert into login_failures (name, count, window_start) values ('guess', 9, ${now})`;
      await sql()`insert into quota_use (account, kind, part, day, used)
        values (${account}, 'emails', '', ${now.slice(0, 10)}, 3)`;
      await sql()`insert into email_counts (day, scope, recipient, sent, most)
        values (${now.slice(0, 10)}::date, '', 'r', 1, 9)`;
      await sql()`insert into known_addresses (user_id, address, last_time) values (${user}, 'somewhere', ${now})`;
    });
    await correct();
    service.advance(100 * 24 * hour);
    await deleteExpiredRows(service.services);
    const [left] = await sql()<{ count: number }[]>`select
      (select count(*) from login_failures where name = 'guess')
      + (select count(*) from quota_use where kind = 'emails' and used = 3)
      + (select count(*) from email_counts where recipient = 'r')
      + (select count(*) from known_addresses where address = 'somewhere') as count`;
    expect(left?.count).toBe(0);
  });

  test('[conventions.times.database] unused uploads, expired and deleted files of the future are removed in their time', async () => {
    const { db, clock, newId } = service.services;
    const account = service.people.alice.account;
    const form = newId();
    const keys = await whileAhead(async () => {
      const at = (ms: number) => new Date(clock.now() + ms).toISOString();
      const rows = [
        { name: 'unused', state: 'stored', kind: 'upload', expires: null, deleted: null },
        { name: 'export', state: 'stored', kind: 'generated', expires: at(48 * hour), deleted: null },
        { name: 'deleted', state: 'deleted', kind: 'generated', expires: null, deleted: at(0) },
      ];
      const made: string[] = [];
      for (const row of rows) {
        const storageKey = newStorageKey(form, newId);
        made.push(storageKey);
        await sql()`insert into files (storage_key, account, form, kind, state, name, content_type, size, create_time,
            expires_at, delete_time)
          values (${storageKey}, ${account}, ${form}, ${row.kind}, ${row.state}, ${row.name}, 'text/plain', 1, ${at(0)},
            ${row.expires}, ${row.deleted})`;
      }
      return made;
    });
    await correct();
    service.advance(61 * 24 * hour);
    await removeFiles(service.services);
    service.advance(61 * 24 * hour);
    await removeFiles(service.services);
    const left = await db.sql`select name, state from files where storage_key = any(${keys}::text[])`;
    expect([...left]).toEqual([]);
  });

  test('[conventions.times.database] every column that holds a time is either corrected or only tells when something was', async () => {
    const columns = await sql()<{ name: string }[]>`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = 'public' and data_type like 'timestamp%'`;
    const telling = [
      ...['accounts', 'users', 'api_keys', 'forms', 'entries', 'options_sets', 'short_links'].map(
        (table) => `${table}.create_time`,
      ),
      ...['users', 'api_keys', 'forms', 'entries', 'options_sets'].map((table) => `${table}.modify_time`),
      ...['entries.changed_at', 'entries.submit_time', 'entries.deleted_at', 'entry_markers.deleted_at'],
      ...['users.changed_at', 'activity_log.time', 'files.used_at', 'files.kept_at', 'tax_years.read_time'],
      ...[
        'sessions.create_time',
        'users.disabled_at',
        'users.email_verified_at',
        'audit_log.time',
        'provider_identities.create_time',
      ],
      ...['factors.create_time', 'factors.last_use'],
      ...['person_links.create_time', 'person_links.used_at', 'accounts.closed_at'],
      ...[
        'notices.first_time',
        'entry_views.create_time',
        'entry_views.modify_time',
        'entry_notes.create_time',
        'entry_team.modify_time',
      ],
      ...['email_attempts.time', 'form_visits.hour', 'pictures.create_time'],
      // An index that is ahead of the clock is no longer used.
      ...['form_indexes.watermark', 'entry_segments.as_of', 'entry_key_sets.watermark'],
      // As far ahead as its user said.
      'api_keys.expire_time',
      ...['time', 'current_from', 'withdrawn_time'].map((column) => `set_lists.${column}`),
      'options_uploads.finish_time',
      // Goes together with create_time.
      'idempotency_keys.owed_until',
      // Must outlive the token that it ends, whose time it was made from.
      'ended_sessions.expires_at',
      // The same of challenges, which are refused when they are too far ahead.
      'used_challenges.expires_at',
    ];
    const known = [...telling, ...decidingTimes.map(({ table, column }) => `${table}.${column}`)];
    const migrated = columns.map(({ name }) => name).filter((name) => name !== 'migrations.time');
    expect(migrated.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !migrated.includes(name))).toEqual([]);
  });
});

describe('credentials', () => {
  test('[identity.token.ends] a login token of the future is none, now and when its time has come', async () => {
    const { token } = (await whileAhead(logIn)).body;
    expect(await me(token)).toBe(401);
    const { token: later } = (await logIn()).body;
    expect(await me(later)).toBe(200);
    expect(await whileAhead(() => me(token))).toBe(401);
  });

  test('[identity.token.ends] a password changed by a clock that was ahead leaves later logins good and earlier tokens dead', async () => {
    const person = await service.person('ahead@example.com');
    const body = { email: 'ahead@example.com', password: person.password };
    const before = (await service.call('POST', '/auth/login', { body })).body.token;
    const newPassword = 'another long passphrase 7';
    await whileAhead(async () => {
      const { token } = (await service.call('POST', '/auth/login', { body })).body;
      const change = { password: person.password, newPassword };
      expect((await service.call('POST', '/me/password', { token, body: change })).status).toBeLessThan(300);
    });
    const login = await service.call('POST', '/auth/login', { body: { ...body, password: newPassword } });
    expect([login.status, await me(login.body.token), await me(before)]).toEqual([200, 200, 401]);
  });

  test('[identity.token.ends] a token that a password change ended stays dead though the clock was set back before', async () => {
    const person = await service.person('behind@example.com');
    const body = { email: 'behind@example.com', password: person.password };
    const ended = (await service.call('POST', '/auth/login', { body })).body.token;
    service.advance(-hour);
    const { token } = (await service.call('POST', '/auth/login', { body })).body;
    const change = { password: person.password, newPassword: 'another long passphrase 8' };
    expect((await service.call('POST', '/me/password', { token, body: change })).status).toBeLessThan(300);
    service.advance(2 * hour);
    expect([await me(ended), await me(token)]).toEqual([401, 200]);
  });

  test('[conventions.times.database] links for days and upload policies of the future are over', async () => {
    const { services } = service;
    const storageKey = newStorageKey(services.newId(), services.newId);
    const faultOf = (url: string) => {
      const { searchParams } = new URL(url);
      const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
      return findLinkFault({ key: storageKey, expires, signature }, services);
    };
    expect(faultOf(await whileAhead(async () => temporaryUrl(storageKey, services)))).toBe('expired');
    expect(faultOf(temporaryUrl(storageKey, services))).toBeUndefined();

    const form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'file' }) } });
    const file = { name: 'a.txt', size: 2, type: 'text/plain' };
    const upload = async ({ bucket: _, url: __, ...fields }: Record<string, string>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new Blob(['hi']), 'a.txt');
      return (await fetch(`${service.url}/storage`, { method: 'POST', body })).status;
    };
    const policy = async () => (await service.call('POST', `/form/${form}/uploadPolicy`, { body: file })).body;
    expect(await upload(await whileAhead(policy))).toBe(403);
    expect(await upload(await policy())).toBe(201);
  });
});

test('[conventions.ids] ids go on from the largest, also in a process that never saw the wrong clock', async () => {
  const form = await makeForm(service, memberForm);
  const body = { form, data: { name: 'x' } };
  const far = await whileAhead(() => service.call('POST', '/entry/submit', { key, body }));
  const fresh = await startSecondService(service);
  try {
    const near = await fresh.call('POST', '/entry/submit', { key, body });
    expect(near.body.entryId > far.body.entryId).toBe(true);
    // Lists from the newest on take an id for a time, unless ids are ahead.
    const query = { modifyTime: { $lte: near.body.entry.modifyTime } };
    const found = await service.call('GET', `/form/${form}/entries`, { key, query: { query, limit: 10 } });
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([near.body.entryId]);
  } finally {
    await fresh.close();
  }
});

test('[limits.rate] a clock that was set back never asks for more than a minute', async () => {
  const throttled = await startService({ RATE_LIMIT: '3' });
  try {
    throttled.advance(hour);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await throttled.call('GET', '/nothing')).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    throttled.advance(-hour);
    expect((await throttled.call('GET', '/nothing')).status).toBe(404);
  } finally {
    await throttled.close();
  }
});
