// The index behind searches in entries: who builds it, what a cut-off build leaves, what goes with a form, and that none of it
// holds the event loop.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepEntryIndexes } from '../../src/server/jobs/keep-entry-indexes.ts';
import { createEntryIndexes } from '../../src/server/search/entry-indexes.ts';
import { countMatches, findPage, readEntrySearch } from '../../src/server/search/find-matches.ts';
import { leastOf } from '../support/cpu-time.ts';
import { makeForm, root } from '../support/entries.ts';
import { smallIndexLimits } from '../support/index-limits.ts';
import { insertRows } from '../support/insert-rows.ts';
import { longestHold, maxHoldMs } from '../support/loop-hold.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({}, { indexLimits: smallIndexLimits });
});
afterAll(() => service.close());

const noteForm = {
  name: 'Notes',
  formSchema: { rootElem: root({ type: 'fInput', name: 'note' }, { type: 'fInput', name: 'n', typeValidator: 'num' }) },
};

async function fill(form: string, count: number, note = (n: number) => `word${n}x`): Promise<void> {
  await insertRows(
    service,
    form,
    Array.from({ length: count }, (_, n) => ({ note: note(n), n })),
  );
}

const load = (form: string) => service.services.forms.getFresh(form);
const search = async (form: string, request: Parameters<typeof readEntrySearch>[0]) => {
  const loaded = await load(form);
  const wanted = { account: loaded.account, form: loaded, filter: {}, search: readEntrySearch(request, loaded) };
  return {
    ids: (await findPage(wanted, { after: undefined, limit: 50 }, service.services)).ids,
    ...(await countMatches(wanted, service.services)),
  };
};
const rowsOf = async (form: string) => {
  const [row] = await service.services.db.sql<{ segments: number; gaps: number; keys: number }[]>`select
    (select count(*) from entry_segments where form = ${form}) as segments,
    (select count(*) from entry_segments s where form = ${form} and from_id <> '' and not exists (
      select from entry_segments o where o.form = s.form and o.to_id = s.from_id)) as gaps,
    (select count(*) from entry_keys k join entry_key_sets s on s.id = k.key_set where s.form = ${form}) as keys`;
  return row!;
};

test('[entry-search.index] two processes that build at once make one index; one that stopped in the middle is gone on with', async () => {
  const form = await makeForm(service, noteForm);
  await fill(form, 700);
  const { services } = service;
  await services.entryIndexes.noteSearch(await load(form), false);
  const stopped = createEntryIndexes(services, smallIndexLimits);
  const cut = stopped.refresh(await load(form));
  await expect.poll(async () => (await rowsOf(form)).segments).toBeGreaterThan(0);
  await stopped.close();
  await cut;
  expect((await search(form, { search: 'word3x' })).count).toBe(1);
  expect((await search(form, { search: 'word699x' })).count).toBe(1);
  const others = [createEntryIndexes(services, smallIndexLimits), createEntryIndexes(services, smallIndexLimits)];
  await Promise.all(others.map(async (one) => one.refresh(await load(form))));
  await Promise.all(others.map((one) => one.close()));
  await services.entryIndexes.refresh(await load(form));
  expect(await rowsOf(form)).toMatchObject({ segments: Math.ceil(700 / 80), gaps: 0 });
  expect((await search(form, { search: 'word3x' })).count).toBe(1);
});

test('[entry-search.index] a sort has its keys, deleted entries lose theirs, and all goes with the form', async () => {
  const form = await makeForm(service, noteForm);
  await fill(form, 120);
  const { services, people } = service;
  const first = await search(form, { sort: '-n' });
  await services.entryIndexes.refresh(await load(form));
  expect((await rowsOf(form)).keys).toBe(120);
  expect((await search(form, { sort: '-n' })).ids).toEqual(first.ids);
  expect((await service.call('DELETE', `/entry/${first.ids[0]}`, { key: people.alice.key })).status).toBe(200);
  expect((await search(form, { sort: '-n' })).ids.slice(0, 49)).toEqual(first.ids.slice(1));
  await keepEntryIndexes(services);
  await expect.poll(async () => (await rowsOf(form)).keys).toBe(119);
  await service.call('DELETE', `/form/${form}`, { key: people.alice.key });
  expect(await rowsOf(form)).toEqual({ segments: 0, gaps: 0, keys: 0 });
  await keepEntryIndexes(services);
});

test('[entry-search.index.unused] what nobody used for 30 days is removed', async () => {
  const form = await makeForm(service, noteForm);
  await fill(form, 60);
  const { services } = service;
  await search(form, { sort: 'n' });
  await services.entryIndexes.refresh(await load(form));
  await services.db.sql`update entry_key_sets set last_use = now() - interval '31 days' where form = ${form}`;
  await keepEntryIndexes(services);
  expect(await rowsOf(form)).toMatchObject({ segments: 1, keys: 0 });
  await services.db.sql`update form_indexes set last_use = now() - interval '31 days' where form = ${form}`;
  await keepEntryIndexes(services);
  expect((await rowsOf(form)).segments).toBe(0);
});

test('[entry-search.index] [conventions.times.database] an index made by a clock that was ahead is not used, and goes', async () => {
  const form = await makeForm(service, noteForm);
  await fill(form, 60);
  const { services } = service;
  const sorted = await search(form, { sort: 'n' });
  await services.entryIndexes.refresh(await load(form));
  const ahead = services.db.sql`now() + interval '1 hour'`;
  await services.db.sql`update form_indexes set watermark = ${ahead} where form = ${form}`;
  await services.db.sql`update entry_key_sets set watermark = ${ahead} where form = ${form}`;
  // Longer ago than the overlap: what the index does not know by now it never learns.
  await services.db.sql`update entries set data = '{"note":"changed","n":500}', revision = revision + 1,
    changed_at = now() + interval '1 minute' where id = ${sorted.ids[0]!}`;
  expect((await search(form, { search: 'changed' })).ids).toEqual([sorted.ids[0]]);
  expect((await search(form, { sort: '-n' })).ids[0]).toBe(sorted.ids[0]);
  await services.db.sql`update form_indexes set watermark = ${ahead} where form = ${form}`;
  await keepEntryIndexes(services);
  expect(await rowsOf(form)).toMatchObject({ segments: 0, keys: 0 });
});

test('[limits.event-loop] building and searching entries of 1 MB, with the worst words and conditions', async () => {
  const conditions = {
    or: Array.from({ length: 50 }, (_, n) => ({ path: 'note', op: 'contains', value: `${'É'.repeat(900)}${n}` })),
  };
  const many = { path: 'n', op: 'in', value: Array.from({ length: 1_000 }, (_, n) => n + 100) };
  const hold = await leastOf(maxHoldMs, async () => {
    const form = await makeForm(service, noteForm);
    await fill(form, 4, (n) => `${'ÄשלוםÉ'.repeat(90_000)}end${n}`);
    return longestHold(async () => {
      await service.services.entryIndexes.noteSearch(await load(form), false);
      await service.services.entryIndexes.refresh(await load(form));
      expect((await search(form, { search: 'a b c d e f g h i end3' })).count).toBe(0);
      expect((await search(form, { search: 'end3' })).count).toBe(1);
      expect((await search(form, { where: JSON.stringify(conditions) })).count).toBe(0);
      expect((await search(form, { where: JSON.stringify(many), sort: 'note' })).count).toBe(0);
    });
  });
  expect(hold).toBeLessThan(maxHoldMs);
});
