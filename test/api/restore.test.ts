// Restores that are refused, backups that are damaged or encrypted, and what stays deleted.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/server/base/config.ts';
import { backUp, getKey, type Restored, restore, restoreInto, verify } from '../support/backups.ts';
import { fill, look, makeForm, submit } from '../support/filled-service.ts';
import { createFreshDatabase } from '../support/fresh-database.ts';
import { type Person, startService, type TestService } from '../support/service.ts';
import { withSql } from '../support/with-sql.ts';

const passphrase = 'a long enough passphrase';
let service: TestService;
let alice: Person;
let folder: string;
let form: string;
let entries: string[];

beforeAll(async () => {
  service = await startService();
  alice = service.people.alice;
  folder = mkdtempSync(join(tmpdir(), 'formstead-backups-'));
  form = await makeForm(service, alice.key);
  entries = await fill(service, form, 4);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function listParts(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(place, name)).isFile(),
  );
}

/** Changes one bit for as long as the work takes. */
async function withFlippedBit(path: string, at: number, work: () => Promise<void>): Promise<void> {
  const good = readFileSync(path);
  const bad = Buffer.from(good);
  bad[at]! ^= 0x10;
  writeFileSync(path, bad);
  try {
    await work();
  } finally {
    writeFileSync(path, good);
  }
}

/** What verify says, or throws: either way the damage is found. */
async function problemsOf(address: string, wishes: Parameters<typeof verify>[1] = {}): Promise<string> {
  try {
    const { isWhole, problems } = await verify(address, wishes);
    return isWhole ? 'whole' : problems.join('\n');
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  { title: '[running.verify] a flipped bit in any part is found and named', wishes: {} },
  {
    title: '[running.verify] [running.backup.encryption] [heavy] the same of an encrypted backup',
    wishes: { passphrase },
  },
] as { title: string; wishes: { passphrase?: string } }[])('$title', async ({ wishes }) => {
  const address = join(folder, `flip-${Object.keys(wishes).length}`);
  await backUp(service, address, wishes);
  const key = await getKey(address, wishes.passphrase);
  const parts = listParts(address);
  expect(parts.length).toBeGreaterThan(20);
  for (const part of parts) {
    const path = join(address, part);
    const { size } = statSync(path);
    await withFlippedBit(path, Math.floor(size / 2), async () => {
      const isHeader = part === 'formstead-backup.json';
      expect(await problemsOf(address, isHeader || key === undefined ? wishes : { key })).toContain(part);
    });
  }
  const part = parts.find((name) => /tables.entries\.0/.test(name))!;
  renameSync(join(address, part), join(address, 'away'));
  expect(await problemsOf(address, wishes)).toContain(`${part} is missing.`);
  renameSync(join(address, 'away'), join(address, part));
  expect(await problemsOf(address, wishes)).toBe('whole');
});

test('[running.restore] a flipped bit in any kind of part ends a restore with its name, and leaves the database empty', async () => {
  const address = join(folder, 'flip-restored');
  const { backup: id } = await backUp(service, address);
  const first = listParts(address).sort();
  // Its own list of deletions is for the restore of earlier ones; that of a later backup is read.
  const later = (await backUp(service, address)).backup;
  const all = [
    ...first.filter((name) => !/erasures|manifest|formstead-backup|checks/.test(name)),
    ...listParts(address).filter((name) => name.includes(later) && name.includes('erasures')),
  ];
  // Of manifest and header there are two copies: test/api/backup-damage.test.ts.
  const kinds = [/erasures/, /tables.forms\./, /files\.0/, /^files.\w\w./];
  const parts = process.env['EVERY_PART'] ? all : kinds.flatMap((kind) => all.find((name) => kind.test(name)) ?? []);
  expect(parts.length).toBeGreaterThanOrEqual(kinds.length);
  const database = await createFreshDatabase();
  for (const part of parts) {
    const path = join(address, part);
    // Files that an earlier try brought are not asked for again: each begins without any.
    const settings = { DATA_DIR: mkdtempSync(join(folder, 'target-')) };
    await withFlippedBit(path, Math.floor(statSync(path).size / 2), async () => {
      await expect(restoreInto(database.url, address, { settings, id })).rejects.toThrow(part);
    });
    const tables = await withSql(
      database.url,
      (sql) => sql`select 1 from pg_tables where schemaname = current_schema()`,
    );
    expect([part, tables]).toEqual([part, []]);
  }
  await database.drop();
});

test('[running.verify] a flipped bit anywhere in a file is found, and a file that was cut off', async () => {
  const address = join(folder, 'flip.tar');
  await backUp(service, address);
  const good = readFileSync(address);
  const places = Array.from({ length: 25 }, (_, at) => Math.floor((good.length * (at + 0.5)) / 25));
  for (const at of [0, 100, 700, ...places, good.length - 1]) {
    await withFlippedBit(address, at, async () => expect(await problemsOf(address)).not.toBe('whole'));
  }
  for (const length of [0, 1_000, good.length - 1_024, good.length - 1]) {
    writeFileSync(address, good.subarray(0, length));
    expect(await problemsOf(address)).not.toBe('whole');
  }
});

test('[running.backup.encryption] nothing is readable without the passphrase, parts cannot be exchanged, a wrong one is refused', async () => {
  const address = join(folder, 'sealed');
  const secret = `secret ${randomBytes(8).toString('hex')}`;
  const entry = await submit(service, form, secret, Buffer.from(secret.repeat(20)));
  const before = await look(service, alice.key, form, [entry]);
  await backUp(service, address, { passphrase });
  const all = listParts(address).map((name) => readFileSync(join(address, name)));
  expect(all.some((content) => content.includes(secret) || content.includes('entries'))).toBe(false);
  await expect(verify(address)).rejects.toThrow('are encrypted. Name the file with the passphrase');
  await expect(verify(address, { passphrase: 'some other passphrase' })).rejects.toThrow(
    'The passphrase is not the one',
  );
  await expect(backUp(service, address)).rejects.toThrow('are encrypted.');
  const files = listParts(join(address, 'files')).map((name) => join(address, 'files', name));
  const [one, two] = files.filter((name) => statSync(name).size === statSync(files[0]!).size || name === files[1]);
  renameSync(one!, join(folder, 'swap'));
  renameSync(two!, one!);
  renameSync(join(folder, 'swap'), two!);
  expect(await problemsOf(address, { passphrase })).toMatch(/is damaged/);
  renameSync(one!, join(folder, 'swap'));
  renameSync(two!, one!);
  renameSync(join(folder, 'swap'), two!);
  const restored = await restore(address, { passphrase });
  expect((await look(restored, alice.key, form, [entry]))[entry]).toBe(before[entry]);
  await restored.close();
});

test('[running.restore] [heavy] a database that holds data or is in use is refused; a backup that is damaged leaves an empty one empty', async () => {
  const address = join(folder, 'refused');
  await backUp(service, address);
  const settings = { DATA_DIR: join(folder, 'target') };
  await expect(restoreInto(service.databaseUrl, address, { settings })).rejects.toThrow(
    /holds data already \(2 accounts/,
  );

  const database = await createFreshDatabase();
  const part = listParts(address).find((name) => /tables.users/.test(name))!;
  await withFlippedBit(join(address, part), 30, async () => {
    await expect(restoreInto(database.url, address, { settings })).rejects.toThrow('its SHA-256 is another');
  });
  const tables = await withSql(database.url, (sql) => sql`select 1 from pg_tables where schemaname = current_schema()`);
  expect(tables).toEqual([]);

  await withSql(database.url, async (sql) => {
    await sql`set application_name = 'formstead'`;
    await expect(restoreInto(database.url, address, { settings })).rejects.toThrow('Another Formstead is connected');
  });
  expect((await restoreInto(database.url, address, { settings })).rows).toBeGreaterThan(50);
  await expect(restoreInto(database.url, address, { settings })).rejects.toThrow('holds data already');
  await database.drop();
});

test('[running.restore] a backup of an older version is brought up to date, with its files, keys and links', async () => {
  const restored = await restore(join(import.meta.dirname, '../fixtures/backups/schema-33.tar'));
  expect(restored.report.schemaOfBackup).toBe(33);
  expect(restored.report.schema).toBeGreaterThan(33);
  // Made by the Formstead of that time.
  const old = { form: '01a1e7aa79965f7d0b24dedf', key: '01a1e7aa78b966231c2bf196WwEDlejKLZNbJ65RL5Edow0bwFwqIyhl' };
  const list = await restored.call('GET', `/entry?query=${encodeURIComponent(JSON.stringify({ form: old.form }))}`, {
    key: old.key,
  });
  const names = ['plain', 'tab\tand\nline', 'back\\slash \\N \\.', 'שלום 😀'];
  expect(list.body.data.map(({ data }: { data: { name: string } }) => data.name).sort()).toEqual(names.sort());
  for (const { id } of list.body.data) {
    const { data } = (await restored.call('GET', `/entry/${id}`, { key: old.key })).body;
    const { pathname, search } = new URL(data.files[0].url);
    expect(await (await fetch(`${restored.url}${pathname}${search}`)).text()).toBe(`the file of ${data.name}`);
  }
  const more = await restored.call('POST', '/entry/submit', { body: { form: old.form, data: { name: 'new' } } });
  expect(more.body.entry.idx ?? 5).toBe(5);
  await restored.close();
});

test('[running.restore.secret] another SECRET is refused, unless it is wanted', async () => {
  const address = join(folder, 'secret');
  await backUp(service, address);
  const settings = { SECRET: 'another secret than before' };
  await expect(restore(address, { settings })).rejects.toThrow('SECRET is not the one that the backup was made with.');
  const restored = await restore(address, { settings, takesOtherSecret: true });
  expect(restored.report.secret).toBe('other');
  expect((await restored.call('GET', '/me', { token: alice.token })).status).toBe(401);
  expect((await restored.call('GET', '/me', { key: alice.key })).status).toBe(200);
  await restored.close();
});

test('[running.restore.erasures] what was deleted after the backup stays deleted, by ids that a later backup has', async () => {
  const bob = service.people.bob;
  const gone = await makeForm(service, alice.key);
  const [inGone, deleted, kept] = [
    await submit(service, gone, 'with its form', randomBytes(50)),
    await submit(service, form, 'erased person', randomBytes(60)),
    await submit(service, form, 'stays'),
  ];
  const address = join(folder, 'erasures');
  const early = await backUp(service, address);
  const file = join(folder, 'early.tar');
  await backUp(service, file);
  for (const path of [`/form/${gone}`, `/entry/${deleted}`, `/user/${bob.user}`]) {
    expect((await service.call('DELETE', path, { token: alice.token })).status).toBe(200);
  }
  await backUp(service, address);

  const isErased = async (restored: Restored) => {
    expect(restored.report.erased).toEqual({ entries: 2, forms: 1, users: 1, keys: 1 });
    const call = (path: string, key = alice.key) => restored.call('GET', path, { key });
    expect([(await call(`/form/${gone}`)).status, (await call(`/entry/${inGone}`)).status]).toEqual([404, 404]);
    const entry = await call(`/entry/${deleted}`);
    expect(entry.text).not.toContain('erased person');
    expect(entry.body).toMatchObject({ status: 'deleted', data: {} });
    expect((await call(`/entry/${kept}`)).body.data).toEqual({ name: 'stays' });
    expect((await call('/me', bob.key)).status).toBe(401);
    const counts = (await call(`/form/${form}`)).body.counts;
    expect(counts).toEqual((await service.call('GET', `/form/${form}`, { key: alice.key })).body.counts);
    await restored.close();
  };
  await isErased(await restore(address, { id: early.backup }));
  await isErased(await restore(file, { erasures: address }));

  const undeleted = await restore(address, { id: early.backup, isUndeleting: true });
  expect(undeleted.report.erased).toEqual({ entries: 0, forms: 0, users: 0, keys: 0 });
  expect((await undeleted.call('GET', `/entry/${deleted}`, { key: alice.key })).body.data.name).toBe('erased person');
  expect((await undeleted.call('GET', '/me', { key: bob.key })).status).toBe(200);
  await undeleted.close();
});

test('[running.backup] a place with other things in it is not used, nor one whose backup was made for another kind', async () => {
  const address = join(folder, 'others');
  await expect(backUp(service, service.dataDir)).rejects.toThrow('holds other things');
  await backUp(service, address);
  await expect(backUp(service, address, { passphrase })).rejects.toThrow('are not encrypted');
  const config = { BACKUP_TO: '/somewhere/all.tar' };
  expect(() => readConfig(config)).toThrow('one file holds one backup');
  expect(entries).toHaveLength(4);
});
