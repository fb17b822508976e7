// Migration 12 on a database that knows files, but not yet who holds them.
import { expect, test } from 'vitest';
import { openDb } from '../../src/server/store/connection/db.ts';
import { migrate } from '../../src/server/store/connection/migrate.ts';
import { migrations } from '../../src/server/store/migrations/all.ts';
import { createFreshDatabase } from '../support/fresh-database.ts';

const id = (end: string) => end.padStart(24, '0');
const [account, plain, keeping, deletedForm] = [id('a'), id('1'), id('2'), id('3')];
const statuses = { submitted: 2, deleted: 3, render: 5 };

test('[running.migrations] holders come from entries; what deleted entries and forms kept stays; what nobody shows is unused', async () => {
  const database = await createFreshDatabase();
  const db = await openDb(database.url, { maxConnections: 2 });
  try {
    await migrate(
      db,
      migrations.filter(({ number }) => number < 12),
    );
    const { sql } = db;
    await sql`insert into accounts (id, create_time) values (${account}, now())`;
    for (const [form, definition] of [
      [plain, '{}'],
      [keeping, '{"keepUploadedFiles":["deleted"]}'],
    ] as const) {
      await sql`insert into forms (id, account, definition, create_time, modify_time, changed_at)
        values (${form}, ${account}, ${definition}::text::json, now(), now(), now())`;
    }
    let last = 0;
    const addFile = async (form: string, kind = 'upload') => {
      last += 1;
      const key = `${form}/${String(last).padStart(40, '0')}`;
      await sql`insert into files (storage_key, account, form, kind, state, name, content_type, size, create_time, used_at)
        values (${key}, ${account}, ${form}, ${kind}, 'stored', 'a', 'text/plain', 1, now(), now())`;
      return key;
    };
    const addEntry = async (status: number, keys: string[], archived: string[] = []) => {
      last += 1;
      const data = JSON.stringify({ rows: [{ files: keys.map((storageKey) => ({ storageKey })) }] });
      const renders = JSON.stringify(archived.map((storageKey) => ({ file: { storageKey } })));
      await sql`insert into entries (id, account, form, status, idx, data, actions, sent_emails, archived_renders,
          create_time, modify_time, changed_at)
        values (${id(String(last))}, ${account}, ${plain}, ${status}, ${last}, ${data}::text::json, '[]', '[]',
          ${renders}::text::json, now(), now(), now())`;
      return id(String(last));
    };
    const shown = await addFile(plain);
    const pdf = await addFile(plain, 'generated');
    const keptByEntry = await addFile(plain);
    const ofRender = await addFile(plain);
    const dropped = await addFile(plain);
    const droppedInKeeping = await addFile(keeping);
    const ofDeletedForm = await addFile(deletedForm);
    const entry = await addEntry(statuses.submitted, [shown, `${plain}/${'9'.repeat(40)}`], [pdf]);
    await addEntry(statuses.deleted, [keptByEntry]);
    await addEntry(statuses.render, [shown, ofRender]);

    await migrate(db);
    const holders = await sql`select storage_key as key, entry, check_at from file_holders order by storage_key`;
    expect([...holders]).toEqual([
      { key: shown, entry, check_at: null },
      { key: pdf, entry, check_at: null },
    ]);
    const list = async (condition: string) =>
      (await sql.unsafe(`select storage_key from files where ${condition} order by storage_key`)).map(
        (row) => row['storage_key'],
      );
    expect(await list('kept_at is not null')).toEqual([keptByEntry, droppedInKeeping, ofDeletedForm]);
    expect(await list('used_at is null')).toEqual([ofRender, dropped]);
  } finally {
    await db.close();
    await database.drop();
  }
});
