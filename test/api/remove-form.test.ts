// A large form is removed in small transactions: for callers all of it is gone at once, and pollers hear of every entry.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginRemoval, finishRemovals } from '../../src/server/forms/remove-form.ts';
import { openSql, type Sql } from '../../src/server/store/connection/pool.ts';
import { lockFormDefinition } from '../../src/server/store/forms/forms.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let sql: Sql;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  sql = openSql(service.databaseUrl, { max: 3 });
});
afterAll(async () => {
  await sql.end({ timeoutSeconds: 1 });
  await service.close();
});

const entries = 2_500;
const form = { name: 'Large', formSchema: { rootElem: root({ type: 'fInput', name: 'name' }) } };
const query = (of: object) => encodeURIComponent(JSON.stringify(of));

async function makeLargeForm(): Promise<{ id: string; ids: string[] }> {
  const id = await makeForm(service, form);
  const made = await alice('POST', `/form/${id}/generateEntries`, { num: entries });
  return { id, ids: (made.body.createdEntries as { id: string }[]).map((entry) => entry.id).sort() };
}

async function markersOf(id: string): Promise<string[]> {
  const markers: string[] = [];
  for (let after = ''; ; ) {
    const page = await alice('GET', `/entry?deleteMarkers=true&limit=2000&query=${query({ form: id })}${after}`);
    markers.push(...(page.body.data as { _id: string }[]).map((marker) => marker._id));
    const next = /after=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1];
    if (next === undefined) return [...new Set(markers)].sort();
    after = `&after=${next}`;
  }
}

/** What callers see of the form and of an entry that is still in its table. */
async function lookAt(id: string, entry: string) {
  return {
    form: (await alice('GET', `/form/${id}`)).status,
    entry: (await alice('GET', `/entry/${entry}`)).status,
    listed: (await alice('GET', `/entry?limit=5&query=${query({ form: id })}`)).body.data,
    counted: (await alice('GET', `/entry/count?query=${query({ form: id })}`)).body.count,
    edited: (await alice('POST', `/entry/${entry}/edit`, { data: { name: 'late' } })).status,
    submitted: (await alice('POST', '/entry/submit', { form: id, data: {} })).status,
  };
}
const gone = { form: 404, entry: 404, listed: [], counted: 0, edited: 404, submitted: 404 };

test('[forms.delete] a large form is gone at once, while its entries go a few at a time', async () => {
  const { id, ids } = await makeLargeForm();
  const last = ids.at(-1) as string;
  let removal: ReturnType<typeof alice> | undefined;
  await sql.begin(async (tx) => {
    // The last step waits for it.
    await tx`select 1 from entries where id = ${last} for update`;
    removal = alice('DELETE', `/form/${id}`);
    await expect.poll(async () => (await alice('GET', `/form/${id}`)).status).toBe(404);
    expect(await lookAt(id, last)).toEqual(gone);
    await expect.poll(async () => (await markersOf(id)).length).toBe(2_000);
    expect((await sql`select count(*)::int as n from entries where form = ${id}`)[0]?.['n']).toBe(500);
  });
  expect((await removal)?.status).toBe(200);
  // On a slow machine the request may have given up waiting for the row.
  await finishRemovals(service.services);
  expect(await lookAt(id, last)).toEqual(gone);
  expect(await markersOf(id)).toEqual(ids);
  expect(await sql`select form from leaving_forms`).toHaveLength(0);
}, 60_000);

test('[forms.delete] a removal that was cut off is finished by the job', async () => {
  const { id, ids } = await makeLargeForm();
  const { account } = service.people.alice;
  const { db } = service.services;
  // What a process leaves that ends right after the first commit.
  await db.transaction(async (tx) => {
    await lockFormDefinition(tx, id);
    await beginRemoval(tx, { form: id, account, definition: {}, time: new Date().toISOString() });
  });
  expect(await lookAt(id, ids.at(-1) as string)).toEqual(gone);
  expect((await markersOf(id)).length).toBe(1_000);
  await finishRemovals(service.services);
  expect(await markersOf(id)).toEqual(ids);
  expect((await sql`select count(*)::int as n from entries where form = ${id}`)[0]?.['n']).toBe(0);
  expect(await sql`select form from leaving_forms`).toHaveLength(0);
}, 60_000);
