// `formstead doctor` and databases that are not as they should be.
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { listServers, readDatabaseUrl } from '../../src/server/base/database-url.ts';
import type { Settings } from '../../src/server/base/settings.ts';
import { connectionFindings } from '../../src/server/doctor/connection-findings.ts';
import { replicationFindings } from '../../src/server/doctor/replication-findings.ts';
import { notify } from '../../src/server/quotas/notices/notices.ts';
import type { ReplicationFacts } from '../../src/server/store/connection/database-facts.ts';
import { migrations } from '../../src/server/store/migrations/all.ts';
import { diagnose, type Patient, startPatient } from '../support/doctor.ts';
import { createFreshDatabase, type FreshDatabase } from '../support/fresh-database.ts';
import { findFreePort } from '../support/server-process.ts';
import { withSql } from '../support/with-sql.ts';

let patient: Patient;
let fresh: FreshDatabase | undefined;
beforeAll(async () => {
  patient = await startPatient();
});
afterAll(() => patient?.close());
afterEach(async () => {
  await fresh?.drop();
  fresh = undefined;
});

/** Of the database alone: the running service has another one than some of these. */
async function aboutDatabase(settings: Settings) {
  const found = await diagnose({ ...patient.healthy, ...settings });
  return found.filter(({ check }) => check.startsWith('database'));
}

function changed(change: (url: URL) => void): Settings {
  const url = new URL(patient.service.databaseUrl);
  change(url);
  return { DATABASE_URL: url.href };
}

const connection = (message: string) => ({ check: 'database.connection', state: 'problem', message });

test('[running.doctor.database] a wrong password, no such database, nobody there, an unknown name', async () => {
  const { host } = new URL(patient.service.databaseUrl);
  const wrong = changed((url) => {
    url.password = 'wrong-password';
  });
  expect(await aboutDatabase(wrong)).toEqual([
    connection(`${host} refuses the user or the password: password authentication failed for user "formstead".`),
  ]);
  const none = changed((url) => {
    url.pathname = '/no_such_database';
  });
  expect(await aboutDatabase(none)).toEqual([
    connection(`${host} has no such database: database "no_such_database" does not exist.`),
  ]);
  const port = await findFreePort();
  const closed = changed((url) => {
    url.port = String(port);
  });
  expect(await aboutDatabase(closed)).toEqual([connection(`Nothing listens at 127.0.0.1:${port}.`)]);
  const unknown = changed((url) => {
    url.hostname = 'db.invalid';
  });
  expect(await aboutDatabase(unknown)).toMatchObject([{ message: expect.stringContaining('is not known here') }]);
});

test('[running.doctor.database] of several servers one that is away is a warning', async () => {
  const { host } = new URL(patient.service.databaseUrl);
  const port = await findFreePort();
  const DatabaseUrl = patient.service.databaseUrl.replace(host, `127.0.0.1:${port},${host}`);
  expect(await aboutDatabase({ DATABASE_URL: `${DatabaseUrl}?target_session_attrs=read-write` })).toEqual([
    { check: 'database.connection', state: 'warning', message: `Nothing listens at 127.0.0.1:${port}.` },
  ]);
});

test('[limits.notices] notices for the operator are warnings for two days; those of accounts are not shown', async () => {
  const { services, people } = patient.service;
  const rule = { form: 'f'.repeat(24), formName: 'Sign-up', rules: 'postSubmit', rule: 1 } as const;
  const detail = { ...rule, limit: 'emails', most: 80_000 } as const;
  notify(services, { to: 'operator', kind: 'emailBound', detail });
  notify(services, { to: people.alice.account, kind: 'emailBound', detail: { ...detail, formName: 'Mine' } });
  await services.background.finished();
  const shown = async () => (await diagnose(patient.healthy)).filter(({ check }) => check.startsWith('notices'));
  const message = expect.stringContaining('of the form “Sign-up” reached its limit: emails of the account');
  expect(await shown()).toEqual([{ check: 'notices.emailBound', state: 'warning', message }]);
  await services.db.sql`update notices set last_time = now() - interval '49 hours'`;
  expect(await shown()).toEqual([]);
});

test('[running.doctor.database] too few connections for WORKERS, for the user, and beside others', async () => {
  expect(await aboutDatabase({ WORKERS: '30' })).toEqual([
    {
      check: 'database.connections',
      state: 'problem',
      message: 'WORKERS=30 needs up to 304 connections (10 per process, 4 for commands), but the database gives 60.',
    },
  ]);
  const { databaseUrl } = patient.service;
  await withSql(databaseUrl, async (sql) => {
    await sql`create role narrow login password 'narrow-password' connection limit 5`;
    await sql`grant pg_read_all_data to narrow`;
  });
  const narrow = changed((url) => {
    url.username = 'narrow';
    url.password = 'narrow-password';
  });
  try {
    expect(await aboutDatabase(narrow)).toMatchObject([
      { check: 'database.connections', state: 'problem', message: expect.stringContaining('the database gives 5') },
    ]);
  } finally {
    await withSql(databaseUrl, async (sql) => {
      await sql`drop owned by narrow`;
      await sql`drop role narrow`;
    });
  }
  const connections = {
    max: 30,
    reserved: 3,
    userLimit: -1,
    databaseLimit: -1,
    isSuperuser: false,
    open: 25,
    ours: 10,
  };
  const facts = { connections, hasPooler: false } as Parameters<typeof connectionFindings>[0];
  expect(connectionFindings(facts, { workers: 1 })[1]).toMatchObject({ state: 'warning' });
  expect(connectionFindings({ ...facts, hasPooler: true }, { workers: 100 }).map(({ state }) => state)).toEqual([
    'ok',
    'ok',
  ]);
});

test('[running.doctor.database] a schema that is older, newer, or may not be made', async () => {
  const known = Math.max(...migrations.map(({ number }) => number));
  fresh = await createFreshDatabase();
  const DatabaseUrl = fresh.url;
  expect(await aboutDatabase({ DATABASE_URL: DatabaseUrl })).toEqual([]);
  await withSql(DatabaseUrl, async (sql) => {
    await sql`create table migrations (number integer primary key, name text not null, time timestamptz not null)`;
    await sql`insert into migrations values (0, 'lock', now()), (3, 'older', now())`;
  });
  expect(await aboutDatabase({ DATABASE_URL: DatabaseUrl })).toEqual([
    { check: 'database.schema', state: 'warning', message: `The schema is number 3; this version wants ${known}.` },
  ]);
  await withSql(DatabaseUrl, (sql) => sql`insert into migrations values (9999, 'newer', now())`);
  expect(await aboutDatabase({ DATABASE_URL: DatabaseUrl })).toMatchObject([
    { check: 'database.schema', state: 'problem', message: expect.stringContaining('a newer Formstead wrote it') },
  ]);
  await withSql(DatabaseUrl, async (sql) => {
    await sql`delete from migrations`;
    await sql`create role guest login password 'guest-password'`;
    await sql`grant select on migrations to guest`;
  });
  const guest = new URL(DatabaseUrl);
  guest.username = 'guest';
  guest.password = 'guest-password';
  try {
    expect(await aboutDatabase({ DATABASE_URL: guest.href })).toEqual([
      { check: 'database.schema', state: 'problem', message: 'The user may not make tables in the database.' },
    ]);
  } finally {
    await withSql(DatabaseUrl, async (sql) => {
      await sql`drop owned by guest`;
      await sql`drop role guest`;
    });
  }
});

test('[running.doctor.database] an encoding that cannot hold every text, and a database that takes no writes', async () => {
  const name = 'doctor_latin';
  const server = inject('databaseUrl');
  await withSql(server, (sql) => sql.unsafe(`create database ${name} encoding 'LATIN1' locale 'C' template template0`));
  try {
    const latin = new URL(server);
    latin.pathname = `/${name}`;
    expect(await aboutDatabase({ DATABASE_URL: latin.href })).toMatchObject([
      { check: 'database.encoding', state: 'problem' },
    ]);
    await withSql(server, (sql) => sql.unsafe(`alter database ${name} set default_transaction_read_only = on`));
    expect((await aboutDatabase({ DATABASE_URL: latin.href })).map(({ check }) => check)).toEqual([
      'database.encoding',
      'database.writes',
    ]);
  } finally {
    await withSql(server, (sql) => sql.unsafe(`drop database ${name}`));
  }
});

test('[running.doctor.database] each replication slot that nobody reads is named, however little log it holds yet', () => {
  const about = (slots: ReplicationFacts['slots']) =>
    replicationFindings({ replication: { standbys: [], synchronous: '', slots } })
      .filter(({ check }) => check === 'database.slots')
      .map(({ state, message }) => [state, message]);
  const slot = { isActive: false, status: 'reserved', heldBytes: 2 ** 20 };
  expect(
    about([
      { ...slot, name: 'small' },
      { ...slot, name: 'large', heldBytes: 11 * 2 ** 30 },
      { ...slot, name: 'just_made', heldBytes: 0 },
    ]),
  ).toEqual([
    ['warning', "Nobody reads the replication slot small, which holds 1 MB of log on the primary's disk."],
    ['problem', "Nobody reads the replication slot large, which holds 11.0 GB of log on the primary's disk."],
    ['warning', "Nobody reads the replication slot just_made, which holds 0 kB of log on the primary's disk."],
  ]);
  expect(about([{ ...slot, name: 'lost', status: 'lost', heldBytes: null }])).toEqual([
    ['warning', expect.stringContaining('slot lost has lost')],
  ]);
  // One that is read, and one that never had a position.
  expect(
    about([
      { ...slot, name: 'read', isActive: true, heldBytes: 11 * 2 ** 30 },
      { ...slot, name: 'without_position', status: null, heldBytes: null },
    ]),
  ).toEqual([['ok', 'No replication slot is left without a reader (2 in all).']]);
});

test('[running.doctor.database] [running.doctor.hides] addresses: every server by itself; no part of a password is taken for a host', () => {
  expect(listServers('postgres://u:p@a,b:6432/db?target_session_attrs=primary&ssl=require')).toEqual([
    { host: 'a:5432', url: 'postgres://u:p@a/db?&ssl=require' },
    { host: 'b:6432', url: 'postgres://u:p@b:6432/db?&ssl=require' },
  ]);
  for (const url of ['u:hu@sh@host/db', 'u:hu/sh@host/db', 'u:hu?sh@host/db', 'u:hu#sh@host/db', 'u:p@%zz/db']) {
    expect(() => readDatabaseUrl(`postgres://${url}`)).toThrow(/^(?!.*(?:hu|sh)).*$/);
  }
});
