// The index and the order of a form's entries, built by real processes: one is killed in the middle, others go on with its work
// and are searched meanwhile.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { openSql, type Sql } from '../../src/server/store/connection/pool.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { buildServer, endAll, makeDataFolder, type ServerProcess, startProcess } from '../support/server-process.ts';

const ends: (() => Promise<unknown>)[] = [];
let env: Record<string, string>;
let sql: Sql;
beforeAll(async () => {
  buildServer();
  const database = await openEmbedded({ dataDir: copyServedFolder(), log: () => {}, isDurable: false });
  ends.push(() => database.stop());
  sql = openSql(database.url, { max: 2 });
  ends.push(() => sql.end());
  env = { DATABASE_URL: database.url, ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
}, 180_000);
afterEach(endAll);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const count = 34_000;
const formSchema = {
  rootElem: {
    type: 'cSection',
    name: 'root',
    children: [
      { type: 'fInput', name: 'note' },
      { type: 'fInput', name: 'n', typeValidator: 'num' },
    ],
  },
};

/** Of a day ago; `n` is in another order than the entries. */
async function seed(server: ServerProcess, token: string): Promise<string> {
  const made = await server.call('POST', '/form', { token, body: { name: 'Many', formSchema } });
  expect(made.status, made.text).toBe(200);
  const form = made.body.id as string;
  await sql`insert into entries (id, account, form, status, idx, data, actions, sent_emails, archived_renders, create_time,
      modify_time, changed_at)
    select lpad(to_hex(1000000 + g), 24, '0'), (select account from forms where id = ${form}), ${form}, 2, g,
      json_build_object('note', 'word' || g || 'x', 'n', (g::bigint * 7919) % ${count}), '[]', '[]', '[]', t, t, t
    from generate_series(1, ${count}) as g, (select now() - interval '1 day' as t) as t`;
  await sql`update form_counters set current_all = ${count}, current_submit = ${count}, idx = ${count} where form = ${form}`;
  return form;
}

/** Whoever writes the second segment, or many keys, is held there. */
async function holdBuilds(): Promise<void> {
  await sql.unsafe(`create function hold_build() returns trigger language plpgsql as $$ begin
      if (tg_table_name = 'entry_segments' and exists (select from entry_segments))
        or (tg_table_name = 'entry_keys' and (select count(*) from entry_keys) >= 3000) then perform pg_sleep(3600); end if;
      return null;
    end $$;
    create trigger hold before insert on entry_segments for each statement execute function hold_build();
    create trigger hold before insert on entry_keys for each statement execute function hold_build();`);
}

async function letGo(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and wait_event = 'PgSleep'`;
  await sql`drop function hold_build cascade`;
  // A minute later another process may build.
  await sql`update form_indexes set builds_until = now() - interval '1 second'`;
}

const state = async () => {
  const [row] = await sql<{ segments: number; covered: number; keys: number; isBuilt: boolean | null }[]>`select
    (select count(*)::int from entry_segments) as segments, (select coalesce(sum(entries), 0)::int from entry_segments) as covered,
    (select count(*)::int from entry_keys) as keys, (select bool_and(is_built) from entry_key_sets) as "isBuilt"`;
  return row!;
};

test('[entry-search.index] [entry-search.all] [heavy] a build that was killed is gone on with by others, which find the right entries all the time', async () => {
  const first = await startProcess(makeDataFolder(), env);
  const login = { email: env['ADMIN_EMAIL'], password: env['ADMIN_PASSWORD'] };
  const { token } = (await first.call('POST', '/auth/login', { body: login })).body;
  const form = await seed(first, token);
  const list = async (server: ServerProcess, query: Record<string, unknown>) => {
    const ids: string[] = [];
    let pages = 0;
    let after: string | null = null;
    do {
      const reply = await server.call('GET', `/form/${form}/entries`, {
        token,
        query: { ...query, fields: '["id"]', ...(after !== null && { after }) },
      });
      expect(reply.status, reply.text).toBe(200);
      ids.push(...reply.body.data.map(({ id }: { id: string }) => id));
      pages += 1;
      const link = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1];
      after = link === undefined ? null : new URL(link, server.url).searchParams.get('after');
      // The first entries of the order are enough.
    } while (after !== null && (query['sort'] === undefined || ids.length === 0) && pages < 1_000);
    return { ids, after, pages };
  };
  const idOf = (g: number) => (1_000_000 + g).toString(16).padStart(24, '0');
  const rightly = async (server: ServerProcess) => {
    expect((await list(server, { search: 'word77x' })).ids).toEqual([idOf(77)]);
    expect((await list(server, { search: `word${count - 3}x` })).ids).toEqual([idOf(count - 3)]);
    const where = JSON.stringify({ path: 'n', op: 'lt', value: 3 });
    expect((await list(server, { where })).ids).toHaveLength(3);
  };

  await holdBuilds();
  await rightly(first);
  // The order is not there within the time of a page: the page is empty, and leads on.
  const early = await first.call('GET', `/form/${form}/entries`, { token, query: { sort: 'n' } });
  expect([early.status, early.body.data]).toEqual([200, []]);
  expect(early.headers.get('link')).toContain('after=');
  await expect.poll(async () => (await state()).segments).toBe(1);
  await expect.poll(async () => (await state()).keys).toBeGreaterThanOrEqual(3_000);
  await first.end('SIGKILL');
  await letGo();
  const cut = await state();
  expect(cut.covered).toBeLessThan(count);
  expect([cut.keys < count, cut.isBuilt]).toEqual([true, false]);
  const [oldKey] = await sql<
    { id: string; xmin: string }[]
  >`select id, xmin::text from entry_keys order by id desc limit 1`;

  const others = await Promise.all([startProcess(makeDataFolder(), env), startProcess(makeDataFolder(), env)]);
  await Promise.all(
    others.map(async (server) => {
      await rightly(server);
      expect((await list(server, { sort: 'n', limit: 1 })).ids).toEqual([idOf(count)]);
      await rightly(server);
    }),
  );
  await expect.poll(async () => (await state()).covered).toBe(count);
  expect(await state()).toMatchObject({ keys: count, isBuilt: true });
  const [sameKey] = await sql<{ xmin: string }[]>`select xmin::text from entry_keys where id = ${oldKey!.id}`;
  expect(sameKey!.xmin).toBe(oldKey!.xmin);
  await Promise.all(others.map(rightly));
  expect((await list(others[1]!, { sort: '-n', limit: 2 })).ids).toHaveLength(2);
  for (const server of others) expect(server.log()).not.toContain('was not');
});
