// What benchmarks over many entries share: an embedded database in a temp folder, the services on it, and a form of
// 15 fields whose entries the database makes itself, so that this process stays small.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/server/base/config.ts';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { type OpenedServices, openServices } from '../../src/server/program/open-services.ts';
import { insertForm } from '../../src/server/store/forms/forms.ts';
import { insertAccount } from '../../src/server/store/identity/users.ts';
import { form15 } from './form15.ts';

export interface FilledService {
  readonly services: OpenedServices;
  readonly account: string;
  /** Makes a form with so many submitted entries and answers its id. */
  addForm(entries: number): Promise<string>;
  close(): Promise<void>;
}

const rowsOfInsert = 50_000;

export async function openFilledService(): Promise<FilledService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-bench-'));
  const database = await openEmbedded({ dataDir, log: () => {}, isDurable: false });
  const silent = { info: () => {}, warn: () => {}, error: () => {}, request: () => {} };
  const services = await openServices({
    config: readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://forms.test' }),
    databaseUrl: database.url,
    log: silent,
  });
  const account = services.newId();
  const time = new Date().toISOString();
  await insertAccount(services.db.sql, { id: account, time });

  async function addForm(entries: number): Promise<string> {
    const id = services.newId();
    const definition = JSON.stringify(form15);
    await services.db.transaction((tx) => insertForm(tx, { id, account, definition, time }));
    // Statements have a time limit; this stays within it on a busy machine too.
    for (let first = 1; first <= entries; first += rowsOfInsert) {
      const last = Math.min(entries, first + rowsOfInsert - 1);
      await services.db.sql`insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails,
        archived_renders, create_time, modify_time, changed_at, submit_time)
      select ${id.slice(0, 12)} || lpad(to_hex(n), 12, '0'), ${account}, ${id}, 2, n, n,
        json_build_object('firstName', 'Alice ' || n, 'lastName', 'עברית ' || n, 'email', 'alice' || n || '@example.com',
          'phone', '050-' || lpad(n::text, 7, '0'), 'company', 'Archer and Daughters', 'age', n % 90, 'birthDay', '1990-05-01T00:00:00.000Z',
          'status', 'married', 'country', 'IL', 'topics', json_build_array('news', 'music'), 'agrees', true,
          'rating', n % 5 + 1, 'address', json_build_object('street', n || ' Long Road', 'city', 'Haifa'),
          'notes', E'Two lines, of\\nnotes ' || n), '[]', '[]', '[]',
        ${time}::timestamptz, ${time}::timestamptz, ${time}::timestamptz, ${time}::timestamptz
      from generate_series(${first}::int, ${last}::int) as n`;
    }
    await services.db.sql`vacuum analyze entries`;
    return id;
  }

  return {
    services,
    account,
    addForm,
    async close() {
      await services.close();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
