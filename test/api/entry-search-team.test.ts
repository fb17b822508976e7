// Filters and order by what the team says about entries, which changes without the entry.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { download, readCsv } from '../support/download.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { smallIndexLimits } from '../support/index-limits.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;
/** By their names. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  // Larger forms than one of two entries are sorted along keys.
  service = await startService({}, { indexLimits: { ...smallIndexLimits, directEntries: 2 } });
  alice = asAlice(service);
  form = await makeForm(service, { name: 'F', formSchema: { rootElem: root({ type: 'fInput', name: 'who' }) } });
  for (const who of ['ann', 'bob', 'cara', 'dan']) {
    ids[who] = (await alice('POST', '/entry/submit', { form, data: { who } })).body.entryId;
  }
  await say('ann', { status: 'Called', tags: ['vip', 'לקוח'], assignee: service.people.alice.user });
  await say('bob', { status: 'in progress', tags: ['vip'] });
  await say('cara', { tags: ['new'] });
});
afterAll(() => service.close());

const say = async (who: string, team: object) => {
  const reply = await alice('PATCH', `/entry/${ids[who]}/team`, team);
  expect(reply.status, reply.text).toBe(200);
};
const list = (query: Record<string, unknown>) => alice('GET', `/form/${form}/entries`, undefined, { query });
const names = async (query: Record<string, unknown>) => {
  const reply = await list(query);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.map(({ id }: { id: string }) => Object.keys(ids).find((who) => ids[who] === id));
};
const one = (path: string, op: string, value?: unknown) => names({ where: JSON.stringify({ path, op, value }) });

test('[entry-search.team] conditions on status, assignee and tags; words do not look at them', async () => {
  expect(await one('team.status', 'eq', 'Called')).toEqual(['ann']);
  expect(await one('team.status', 'contains', 'CALL')).toEqual(['ann']);
  expect(await one('team.status', 'ne', 'Called')).toEqual(['dan', 'cara', 'bob']);
  expect(await one('team.status', 'empty')).toEqual(['dan', 'cara']);
  expect(await one('team.tags', 'in', ['vip', 'new'])).toEqual(['cara', 'bob', 'ann']);
  expect(await one('team.tags', 'startsWith', 'לקו')).toEqual(['ann']);
  expect(await one('team.assignee', 'eq', service.people.alice.user)).toEqual(['ann']);
  expect(await one('team.assignee', 'empty')).toEqual(['dan', 'cara', 'bob']);
  const both = {
    and: [
      { path: 'team.tags', op: 'eq', value: 'vip' },
      { path: 'who', op: 'startsWith', value: 'b' },
    ],
  };
  expect(await names({ where: JSON.stringify(both) })).toEqual(['bob']);
  expect(await names({ search: 'vip' })).toEqual([]);
  const refused = await list({ where: JSON.stringify({ path: 'team.assignee', op: 'contains', value: 'a' }) });
  expect([refused.status, refused.body.validation.keys]).toEqual([400, ['where.op']]);
});

test('[entry-search.team] [entry-search.sort] [entry-search.index] the order follows the team, and pages go on', async () => {
  expect(await names({ sort: 'team.status' })).toEqual(['ann', 'bob', 'cara', 'dan']);
  expect(await names({ sort: '-team.tags' })).toEqual(['ann', 'bob', 'cara', 'dan']);
  expect(await names({ sort: '-team.assignee' })).toEqual(['ann', 'dan', 'cara', 'bob']);
  await say('dan', { status: 'answered' });
  await say('ann', { status: '' });
  expect(await names({ sort: 'team.status' })).toEqual(['dan', 'bob', 'ann', 'cara']);
  const loaded = await service.services.forms.getFresh(form);
  await service.services.entryIndexes.refresh(loaded);
  expect(await names({ sort: 'team.status', where: JSON.stringify({ path: 'who', op: 'ne', value: 'bob' }) })).toEqual([
    'dan',
    'ann',
    'cara',
  ]);
  const first = await list({ sort: '-team.status', limit: 1 });
  const link = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1];
  const after = new URL(link!, service.url).searchParams.get('after');
  expect(await names({ sort: '-team.status', limit: 1, after })).toEqual(['dan']);
  await say('ann', { status: 'Called' });
  await say('dan', { status: '' });
});

test('[entry-search.team] [entry-search.count] [export.view] [insight.filtered] [insight.fresh] counts, exports and insight take them too', async () => {
  const where = { path: 'team.tags', op: 'eq', value: 'vip' };
  const query = { where: JSON.stringify(where) };
  expect((await alice('GET', `/form/${form}/entries/count`, undefined, { query })).body).toEqual({
    count: 2,
    isMore: false,
  });
  const made = await alice('POST', '/entry/export', { query: { form }, where }, { query: { format: 'csv' } });
  expect(readCsv((await download(service, made.body.url)).content)).toHaveLength(3);
  const insight = async () => (await alice('GET', `/form/${form}/insight`, undefined, { query })).body.entries;
  expect(await insight()).toBe(2);
  await say('cara', { tags: ['vip'] });
  expect(await insight()).toBe(3);
});

test('[entry-search.team] [entry-search.paths] an answer of that name wins', async () => {
  const team = { type: 'cSection', name: 'team', secFlat: false, children: [{ type: 'fInput', name: 'status' }] };
  const own = await makeForm(service, { name: 'T', formSchema: { rootElem: root(team) } });
  const entry = (await alice('POST', '/entry/submit', { form: own, data: { team: { status: 'mine' } } })).body.entryId;
  await alice('PATCH', `/entry/${entry}/team`, { status: 'theirs' });
  const found = async (value: string) => {
    const where = JSON.stringify({ path: 'team.status', op: 'eq', value });
    return (await alice('GET', `/form/${own}/entries`, undefined, { query: { where } })).body.data.length;
  };
  expect([await found('mine'), await found('theirs')]).toEqual([1, 0]);
});
