// Every file of a place of backups, damaged in every way: verify names it, the next backup repairs it or says so, and a restore never
// takes older or wrong data without a word. The places are folders, S3 and single files, encrypted or not.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseDue } from '../../src/server/backup/checks.ts';
import { openTarget } from '../../src/server/backup/open-vault.ts';
import type { BackupReport } from '../../src/server/backup/run-backup.ts';
import type { BackupKey } from '../../src/server/backup/seal.ts';
import { type BackupTarget, contentOf, readWhole } from '../../src/server/backup/vault.ts';
import { readConfig } from '../../src/server/base/config.ts';
import type { Settings } from '../../src/server/base/settings.ts';
import { countEntryBytes } from '../../src/server/jobs/count-entry-bytes.ts';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { backUp, getKey, listPlaceAt, restore, restoreInto, verifyAndNoteAt } from '../support/backups.ts';
import { fill, look, makeForm, submit } from '../support/filled-service.ts';
import { createFreshDatabase } from '../support/fresh-database.ts';
import { type RunningS3, startS3 } from '../support/s3-server.ts';
import { type Person, startService, type TestService } from '../support/service.ts';
import { isWhole } from '../support/whole-run.ts';

const passphrase = 'a long enough passphrase';
let s3: RunningS3;
let service: TestService;
let alice: Person;
let folder: string;
let form: string;
let settings: Settings;

beforeAll(async () => {
  s3 = await startS3();
  settings = {
    BACKUP_S3_ENDPOINT: s3.config.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
  };
  service = await startService(settings);
  alice = service.people.alice;
  folder = mkdtempSync(join(tmpdir(), 'formstead-backups-'));
  form = await makeForm(service, alice.key);
  await fill(service, form, 4);
});
afterAll(async () => {
  await service.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

type Damage = 'flip' | 'truncate' | 'remove' | 'empty';
const damages: readonly Damage[] = ['flip', 'truncate', 'remove', 'empty'];

/** All of them in a whole run, and one of them in `npm test`: another one for each place in a list. */
function someOf<Item>(items: readonly Item[], at = 0): readonly Item[] {
  return isWhole ? items : [items[at % items.length]!];
}

async function withPlace<T>(address: string, work: (place: BackupTarget) => Promise<T>): Promise<T> {
  const place = await openTarget(address, readConfig(settings));
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}

async function listNames(place: BackupTarget): Promise<string[]> {
  const names: string[] = [];
  for await (const name of place.list('')) names.push(name);
  return names.sort();
}

/** Returns what brings the part back. */
async function harm(place: BackupTarget, name: string, damage: Damage): Promise<() => Promise<void>> {
  const good = (await readWhole(place, name))!;
  const bad = { flip: Buffer.from(good), truncate: good.subarray(0, good.length - 1), empty: Buffer.alloc(0) };
  bad.flip[Math.floor(good.length / 2)]! ^= 0x10;
  if (damage === 'remove') await place.delete(name);
  else await place.put(name, contentOf(bad[damage]));
  return () => place.put(name, contentOf(good));
}

interface Kind {
  readonly title: string;
  readonly address: () => string;
  readonly passphrase?: string;
}

const kinds: readonly Kind[] = [
  { title: 'a folder', address: () => join(folder, 'folder') },
  { title: '[heavy] an encrypted folder', address: () => join(folder, 'sealed'), passphrase },
  { title: '[heavy] S3', address: () => `s3://${s3.config.bucket}/damage` },
  { title: '[heavy] an encrypted place in S3', address: () => `s3://${s3.config.bucket}/sealed`, passphrase },
];

describe.each(kinds)('$title', (kind) => {
  const wishes = kind.passphrase === undefined ? {} : { passphrase: kind.passphrase };
  let address: string;
  let key: BackupKey | undefined;
  let made: BackupReport;
  /** Of the older backup, of the newest, and of the place; some of each kind of part. */
  let names: string[];
  beforeAll(async () => {
    address = kind.address();
    await backUp(service, address, wishes);
    made = await backUp(service, address, wishes);
    key = await getKeyOf(address, kind.passphrase);
    names = await withPlace(address, listNames);
    // In S3 each look is many requests: one file of some kinds will do there, all of them in a folder.
    if (address.startsWith('s3:'))
      names = names.filter((name) => /manifest\.json|^files|entries|^formstead/.test(name));
  });

  const verifyAll = async (ids: readonly string[]) => {
    const problems: string[] = [];
    for (const id of ids) {
      const report = await verifyAndNoteAt(address, { id, settings, ...(key && { key }), ...(key ? {} : wishes) });
      if (report.isWhole) continue;
      problems.push(...report.problems);
    }
    return problems.join('\n');
  };

  test('[running.verify] [running.backup.damage] every file times every damage is named by verify', async () => {
    const ids = (await listPlaceAt(address, { settings, ...wishes })).backups.map(({ backup }) => backup);
    expect(ids).toHaveLength(2);
    expect(await verifyAll(ids)).toBe('');
    const isShort = address.startsWith('s3:') || key !== undefined;
    const tried = isShort ? sample(names, made.backup) : names;
    expect(tried.length).toBeGreaterThan(isShort ? 3 : 50);
    for (const [at, name] of tried.entries()) {
      // Notes about earlier checks: without them everything counts as never checked, and verify writes its own again.
      if (name.startsWith('checks/') && name !== 'checks/content.json') continue;
      const possible = damages.filter((damage) => name !== 'checks/content.json' || damage !== 'remove');
      for (const damage of someOf(possible, at)) {
        const own = ids.filter((id) => name.includes(id));
        await withPlace(address, async (place) => {
          const mend = await harm(place, name, damage);
          expect([name, damage, await verifyAll(own.length > 0 ? own : ids)]).toEqual([
            name,
            damage,
            expect.stringContaining(name),
          ]);
          await mend();
        });
      }
    }
    expect(await verifyAll(ids)).toBe('');
  });

  test('[running.backup.damage] what verify named, the next backup repairs, or it says so each time', async () => {
    for (const [at, name] of sample(names, made.backup).entries()) {
      const damage = damages[at % damages.length]!;
      await withPlace(address, async (place) => {
        const mend = await harm(place, name, damage);
        if (!name.startsWith('checks/')) expect(await verifyAll([made.backup])).toContain(name);
        const next = await backUp(service, address, wishes);
        const after = await verifyAll([made.backup, next.backup]);
        if (/\.gz$/.test(name)) {
          // What is of another time is nowhere else.
          expect([name, next.warnings.join('\n')]).toEqual([name, expect.stringContaining(name)]);
          expect(await verifyAll([next.backup])).toBe('');
          await mend();
        } else {
          expect([name, damage, after]).toEqual([name, damage, '']);
          const isNote = name.startsWith('checks/');
          const isCopiedAgain = name.startsWith('files/') && damage !== 'flip';
          if (!isNote && !isCopiedAgain) expect(next.warnings.join('\n')).toContain(name);
        }
      });
    }
  });
});

/** One of each kind that there is: of the newest backup where it belongs to one. */
function sample(names: readonly string[], newest: string): string[] {
  const patterns = [
    /^formstead-backup\.json$/,
    new RegExp(`^backups/${newest}/formstead-backup\\.json$`),
    new RegExp(`^backups/${newest}/manifest\\.json$`),
    new RegExp(`^manifests/${newest}\\.json$`),
    new RegExp(`^backups/${newest}/tables/entries\\.`),
    new RegExp(`^backups/${newest}/files\\.`),
    new RegExp(`^backups/${newest}/erasures\\.`),
    /^files\//,
    /^checks\/content/,
  ];
  return patterns.flatMap((pattern) => names.find((name) => pattern.test(name)) ?? []);
}

async function getKeyOf(address: string, words: string | undefined): Promise<BackupKey | undefined> {
  return words === undefined ? undefined : getKey(address, words, settings);
}

const targetFolder = () => ({ ...settings, DATA_DIR: mkdtempSync(join(folder, 'target-')) });

test('[running.backup.damage] [running.restore] a lost or damaged manifest or header: the newest is restored from its copy, with a warning', async () => {
  for (const words of someOf([undefined, passphrase])) {
    const address = join(folder, `copies-${words?.length ?? 0}`);
    const wishes = words === undefined ? {} : { passphrase: words };
    await backUp(service, address, wishes);
    await submit(service, form, 'only in the newest');
    const made = await backUp(service, address, wishes);
    const parts = [`backups/${made.backup}/manifest.json`, 'formstead-backup.json'];
    for (const damage of words === undefined ? someOf(damages) : (['flip'] as const)) {
      await withPlace(address, async (place) => {
        const mends = [];
        for (const part of parts) mends.push(await harm(place, part, damage));
        const database = await createFreshDatabase();
        const report = await restoreInto(database.url, address, { ...wishes, settings: targetFolder() });
        expect([damage, report.backup, report.rows]).toEqual([damage, made.backup, made.rows]);
        for (const part of parts) expect(report.warnings.join('\n')).toContain(part);
        await database.drop();
        for (const mend of mends) await mend();
      });
    }
  }
});

test('[running.backup.damage] a manifest and its copy lost: no older backup is taken without a word, and its parts stay', async () => {
  const address = join(folder, 'lost');
  const before = await backUp(service, address);
  const made = await backUp(service, address);
  const names = [`backups/${made.backup}/manifest.json`, `manifests/${made.backup}.json`];
  await withPlace(address, async (place) => {
    for (const name of names) await place.delete(name);
  });
  const database = await createFreshDatabase();
  for (const skipsDamaged of [false, true]) {
    const trying = restoreInto(database.url, address, { settings: targetFolder(), skipsDamaged });
    await expect(trying).rejects.toThrow(`${names[0]} and its copy ${names[1]} are missing`);
  }
  await expect(verifyAndNoteAt(address)).rejects.toThrow(`The one before it: --backup ${before.backup}`);
  const wanted = await restoreInto(database.url, address, { id: before.backup, settings: targetFolder() });
  expect(wanted.warnings.join()).toContain(`Backup ${made.backup} has lost its manifest`);
  await database.drop();
  expect((await listPlaceAt(address)).warnings.join()).toContain(`Backup ${made.backup} has lost its manifest`);
  const next = await backUp(service, address, { keep: 2 });
  expect(next.warnings.join('\n')).toContain(`Backup ${made.backup} has lost its manifest and cannot be restored`);
  const left = await withPlace(address, listNames);
  expect(left.some((name) => name.startsWith(`backups/${made.backup}/tables/`))).toBe(true);
  // It goes in its turn, and the report has its id.
  await backUp(service, address, { keep: 2 });
  const last = await backUp(service, address, { keep: 1 });
  expect(last.removed).toHaveLength(2);
  expect((await withPlace(address, listNames)).some((name) => name.includes(made.backup))).toBe(false);
});

test('[running.backup.damage] manifests and their copies damaged: the error names the newest backup before them that can be read', async () => {
  const address = join(folder, 'both-damaged');
  const first = await backUp(service, address);
  const later = [await backUp(service, address), await backUp(service, address)];
  const bad = later.flatMap(({ backup }) => [`backups/${backup}/manifest.json`, `manifests/${backup}.json`]);
  await withPlace(address, async (place) => {
    for (const name of bad) await harm(place, name, 'flip');
  });
  const database = await createFreshDatabase();
  const tryToRestore = (wishes: object) => restoreInto(database.url, address, { settings: targetFolder(), ...wishes });
  const named = `${bad[2]} is damaged: its SHA-256 is another. Its copy ${bad[3]} cannot be read either. The one before it: --backup ${first.backup}`;
  await expect(verifyAndNoteAt(address)).rejects.toThrow(named);
  await expect(tryToRestore({})).rejects.toThrow(named);
  await expect(tryToRestore({ id: first.backup })).rejects.toThrow('with --without-damaged the restore goes on');
  expect(await tryToRestore({ id: first.backup, skipsDamaged: true })).toMatchObject({ rows: first.rows });
  await database.drop();
  await withPlace(address, async (place) => {
    for (const name of [`backups/${first.backup}/manifest.json`, `manifests/${first.backup}.json`])
      await harm(place, name, 'flip');
  });
  await expect(verifyAndNoteAt(address)).rejects.toThrow('No backup before it can be read.');
});

test('[running.backup.damage] what verify noted and a backup wrote again is not reported any more', async () => {
  const address = join(folder, 'noted');
  const { backup } = await backUp(service, address);
  const names = [
    'formstead-backup.json',
    `backups/${backup}/formstead-backup.json`,
    `backups/${backup}/manifest.json`,
    `manifests/${backup}.json`,
    'checks/content.json',
  ];
  for (const name of names) {
    await withPlace(address, (place) => harm(place, name, 'flip'));
    expect((await verifyAndNoteAt(address, { id: backup })).problems).toEqual([expect.stringContaining(name)]);
    await backUp(service, address);
    const listed = (await listPlaceAt(address)).backups.find((one) => one.backup === backup);
    expect([name, listed]).toEqual([name, expect.objectContaining({ damaged: 0, problems: [] })]);
    expect([name, (await backUp(service, address)).warnings]).toEqual([name, []]);
  }
});

test('[running.restore.damaged] all that is intact is restored, and what is lost is listed with the entries that hold it', async () => {
  const address = join(folder, 'intact');
  const content = randomBytes(2_345);
  const entry = await submit(service, form, 'with a file of its own', content);
  const kept = await submit(service, form, 'with another', randomBytes(1_234));
  const made = await backUp(service, address);
  const before = await look(service, alice.key, form, [kept]);
  const { storageKey } = (await service.call('GET', `/entry/${entry}`, { key: alice.key })).body.data.files[0];
  const { createHash } = await import('node:crypto');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = `files/${sha256.slice(0, 2)}/${sha256}`;
  for (const damage of someOf(damages)) {
    await withPlace(address, async (place) => {
      const mend = await harm(place, file, damage);
      const restored = await restore(address, { skipsDamaged: true });
      expect(restored.report).toMatchObject({
        backup: made.backup,
        rows: made.rows,
        files: made.files - 1,
        lost: { files: 1, fileList: [{ key: storageKey, form, name: 'a.bin', entries: [entry] }], rows: {} },
      });
      expect(restored.report.lost!.problems).toEqual([expect.stringContaining(file)]);
      if (damage === 'flip') {
        const after = await look(restored, alice.key, form, [kept]);
        expect(after[kept]).toBe(before[kept]);
        expect((await restored.call('GET', `/entry/${entry}`, { key: alice.key })).status).toBe(200);
      }
      await restored.close();
      await mend();
    });
  }
});

test('[running.restore.damaged] a lost list of files, lost rows, and lost deletions of a later backup', async () => {
  const address = join(folder, 'lists');
  const kept = await submit(service, form, 'with a file', randomBytes(1_234));
  const first = await backUp(service, address);
  const made = await backUp(service, address);
  const before = await look(service, alice.key, form, [kept]);
  // A list of files that is lost: another backup of the place knows what their content is.
  await withPlace(address, async (place) => {
    const mend = await harm(place, `backups/${made.backup}/files.000001.gz`, 'flip');
    const restored = await restore(address, { skipsDamaged: true });
    expect(restored.report).toMatchObject({ files: made.files, lost: { files: 0, rows: {} } });
    expect(await look(restored, alice.key, form, [kept])).toEqual(before);
    await restored.close();
    await mend();
    // Rows of a table, and those that cannot be without them.
    const again = await harm(place, `backups/${made.backup}/tables/users.000001.gz`, 'remove');
    const withoutUsers = await restore(address, { skipsDamaged: true });
    const { lost, rows } = withoutUsers.report;
    expect(lost!.rows).toMatchObject({ users: expect.any(Number), api_keys: expect.any(Number) });
    expect(lost!.rows['entries']).toBeUndefined();
    expect(rows + Object.values(lost!.rows).reduce((sum, count) => sum + count, 0)).toBe(made.rows);
    expect(withoutUsers.report.files).toBe(made.files);
    await withoutUsers.close();
    await again();
    // Deletions that a later backup alone knows: half of its list is never taken for all of it.
    const mendErasures = await harm(place, `backups/${made.backup}/erasures.000001.gz`, 'flip');
    const earlier = await restore(address, { id: first.backup, skipsDamaged: true });
    expect(earlier.report.erased).toEqual({ entries: 0, forms: 0, users: 0, keys: 0 });
    expect(earlier.report.lost!.problems.join()).toContain('Deletions that backup');
    await earlier.close();
    await mendErasures();
  });
});

test('[running.restore.damaged] [running.restore.secret] lost rows with the generated secret: the report says that the secret is another', async () => {
  const address = join(folder, 'secret');
  const made = await backUp(service, address);
  const whole = await createFreshDatabase();
  const good = await restoreInto(whole.url, address, { settings: targetFolder(), skipsDamaged: true });
  expect([good.secret, good.warnings]).toEqual(['same', []]);
  await whole.drop();
  await withPlace(address, (place) => harm(place, `backups/${made.backup}/tables/settings.000001.gz`, 'flip'));
  const database = await createFreshDatabase();
  const report = await restoreInto(database.url, address, { settings: targetFolder(), skipsDamaged: true });
  expect(report.lost!.rows).toMatchObject({ settings: expect.any(Number) });
  expect([report.secret, report.warnings]).toEqual(['other', [expect.stringContaining('links to drafts and files')]]);
  await database.drop();
});

test('[running.restore.damaged] [limits.quotas.entry-bytes] lost entries: the bytes of their forms are counted again', async () => {
  const address = join(folder, 'bytes');
  await countEntryBytes(service.services);
  const made = await backUp(service, address);
  await withPlace(address, (place) => harm(place, `backups/${made.backup}/tables/entries.000001.gz`, 'remove'));
  const restored = await restore(address, { skipsDamaged: true });
  expect(restored.report.lost!.rows).toMatchObject({ entries: expect.any(Number) });
  await countEntryBytes(restored.services);
  const sum = ({ db }: TestService['services']) => db.sql`select sum(entry_bytes)::float8 as bytes from form_counters`;
  expect((await sum(service.services))[0]!['bytes']).toBeGreaterThan(0);
  expect((await sum(restored.services))[0]!['bytes']).toBe(0);
  await restored.close();
});

test('[running.restore.damaged] one file: heads of parts, contents and the end', async () => {
  const address = join(folder, 'damaged.tar');
  const made = await backUp(service, address);
  const good = readFileSync(address);
  const database = await createFreshDatabase();
  const offsetOf = (name: string) => good.indexOf(Buffer.from(`${name}\0`));
  const content = good.indexOf(Buffer.from('files/'), offsetOf('formstead-backup.json') + 512);
  const firstContent = /files\/\w\w\/\w+/.exec(good.toString('latin1', 0))!;
  const cases = [
    { at: offsetOf('formstead-backup.json') + 520, lost: 0 },
    { at: offsetOf(`backups/${made.backup}/manifest.json`) + 700, lost: 0 },
    { at: offsetOf(`backups/${made.backup}/manifest.json`) + 20, lost: 0 },
    { at: firstContent.index + 30, lost: 1 },
    { at: firstContent.index + 512 + 30, lost: 1 },
  ];
  expect(content).toBeGreaterThan(0);
  for (const { at, lost } of isWhole ? cases : cases.slice(2, 4)) {
    const bad = Buffer.from(good);
    bad[at]! ^= 0x10;
    writeFileSync(address, bad);
    const isWhole = await verifyAndNoteAt(address).then(
      (report) => report.isWhole,
      () => false,
    );
    expect([at, isWhole]).toEqual([at, false]);
    const fresh = await createFreshDatabase();
    const report = await restoreInto(fresh.url, address, { settings: targetFolder(), skipsDamaged: true });
    expect([at, report.rows, report.lost!.files]).toEqual([at, made.rows, lost]);
    await fresh.drop();
  }
  // The manifests are at the end.
  writeFileSync(address, good.subarray(0, firstContent.index + 600));
  for (const skipsDamaged of [false, true]) {
    await expect(restoreInto(database.url, address, { settings: targetFolder(), skipsDamaged })).rejects.toThrow();
  }
  await database.drop();
  // A damaged one is replaced by the next backup.
  const again = await backUp(service, address);
  expect(await verifyAndNoteAt(address)).toMatchObject({ backup: again.backup, isWhole: true });
});

test('[running.backup.damage] all content is checked within a month of daily backups, the longest unchecked first', () => {
  const folders = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));
  const day = 86_400_000;
  for (const everyDays of [1 / 24, 1, 7, 40]) {
    const times = new Map<string, number>();
    const timeOf = (name: string) => times.get(name) ?? 0;
    const begun = 1_000 * day;
    for (let now = begun; now < begun + 90 * day; now += everyDays * day) {
      const due = chooseDue(folders, timeOf, now);
      const oldest = Math.min(...folders.map(timeOf));
      expect(timeOf(due[0]!)).toBe(oldest);
      for (const name of due) times.set(name, now);
      if (now > begun + 35 * day) expect(now - Math.min(...folders.map(timeOf))).toBeLessThanOrEqual(32 * day);
    }
    expect([everyDays, times.size]).toEqual([everyDays, 256]);
  }
});

test('[running.backup.damage] damage that nobody reported is found and repaired by the backups of a month', async () => {
  const address = join(folder, 'rolling');
  await backUp(service, address);
  const names = await withPlace(address, listNames);
  const content = names.filter((name) => name.startsWith('files/'));
  await withPlace(address, async (place) => {
    for (const name of content) await harm(place, name, 'flip');
  });
  let repaired = 0;
  const everyDays = isWhole ? 1 : 10;
  for (let day = 0; day <= 30 && repaired < content.length; day += everyDays) {
    // As if so many days had passed since the last one.
    await withPlace(address, async (place) => {
      const { readChecked, writeChecked } = await import('../../src/server/backup/manifest.ts');
      const state = readChecked((await readWhole(place, 'checks/content.json'))!, '') as {
        folders: Record<string, number>;
      };
      const folders = Object.entries(state.folders).map(([name, time]) => [name, time - everyDays * 86_400_000]);
      await place.put(
        'checks/content.json',
        contentOf(writeChecked({ ...state, folders: Object.fromEntries(folders) })),
      );
    });
    const report = await backUp(service, address, { keep: 2 });
    repaired += report.repairedContent;
    if (report.repairedContent > 0)
      expect(report.warnings.join()).toContain('was damaged in the target and was written again');
  }
  expect(repaired).toBe(content.length);
  expect(await verifyAndNoteAt(address)).toMatchObject({ isWhole: true });
});

test('[running.backup.damage] damaged content that the service does not have any more is reported until no backup lists it', async () => {
  const address = join(folder, 'unrepairable');
  const entry = await submit(service, form, 'deleted later', randomBytes(777));
  const made = await backUp(service, address);
  await service.call('DELETE', `/entry/${entry}`, { key: alice.key });
  await removeFiles(service.services);
  const next = await backUp(service, address);
  expect(next.files).toBe(made.files - 1);
  await withPlace(address, async (place) => {
    const contents = (await listNames(place)).filter((name) => name.startsWith('files/'));
    const gone = await asyncFind(contents, async (name) => (await place.size(name)) === 777);
    await harm(place, gone!, 'flip');
    expect((await verifyAndNoteAt(address, { id: made.backup })).problems).toEqual([expect.stringContaining(gone!)]);
    for (const round of [1, 2]) {
      const report = await backUp(service, address);
      expect([round, report.repairedContent, report.damagedContent]).toEqual([round, 0, 1]);
      expect(report.warnings.join()).toContain(`the service does not have it any more: ${gone}`);
    }
  });
  expect((await listPlaceAt(address)).backups.map(({ damaged }) => damaged)).toEqual([1, 0, 0, 0]);
  await backUp(service, address, { keep: 1 });
  expect(await backUp(service, address)).toMatchObject({ damagedContent: 0, warnings: [] });
});

async function asyncFind<Item>(items: readonly Item[], isWanted: (item: Item) => Promise<boolean>) {
  for (const item of items) if (await isWanted(item)) return item;
  return undefined;
}
