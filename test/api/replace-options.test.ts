// A set whose options are replaced: at once or by a list that comes in parts, and never empty meanwhile, whoever searches it where.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredRows } from '../../src/server/jobs/delete-expired-rows.ts';
import { allMaintainedSets } from '../../src/server/options-sets/maintained-sets.ts';
import { asAlice } from '../support/entries.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
  alice = asAlice(service, { isSignedIn: true });
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const options = (...values: string[]) => ({ options: values.map((value) => ({ value })) });

async function makeSet(...values: string[]): Promise<string> {
  const { id } = (await alice('POST', '/optionsSet', { name: 'Mine' })).body;
  if (values.length > 0) await alice('POST', `/optionsSet/${id}/addOptions`, options(...values));
  return id;
}

async function listed(set: string): Promise<string[]> {
  const { data } = (await alice('GET', `/optionsSet/${set}/browse?limit=500`)).body;
  return data.map(({ value }: { value: string }) => value);
}

async function searched(set: string, at: Pick<TestService, 'call'> = service): Promise<string[]> {
  const reply = await at.call('GET', `/optionsSet/${set}/autocomplete?limit=250`);
  expect(reply.status).toBe(200);
  return reply.body.data.map(({ value }: { value: string }) => value);
}

const countPieces = async (set: string) => {
  const [row] = await service.services.db.sql<{ n: number }[]>`
    select count(*)::int as n from options_pieces where set_id = ${set}`;
  return row?.n;
};

describe('PUT options', () => {
  test('[options-sets.replace] the new list is the whole list; a wrong body changes nothing', async () => {
    const set = await makeSet('old 1', 'old 2');
    expect(await searched(set)).toEqual(['old 1', 'old 2']);
    const reply = await alice('PUT', `/optionsSet/${set}/options`, options('new'));
    expect([reply.status, reply.body]).toEqual([200, { message: 'The set now has 1 option.' }]);
    expect([await searched(set), await listed(set)]).toEqual([['new'], ['new']]);
    for (const [body, message] of [
      [{}, '"options" is required'],
      [{ options: [{ value: 'x' }, { value: '' }] }, '"options[1].value" is not allowed to be empty'],
      [{ options: [{ value: 'x', id: 1 }] }, '"options[0].id" is not allowed'],
    ] as const) {
      const refused = await alice('PUT', `/optionsSet/${set}/options`, body);
      expect([refused.status, refused.body.message]).toEqual([400, message]);
    }
    const large = { options: [{ value: 'x'.repeat(5_300_000) }] };
    expect((await alice('PUT', `/optionsSet/${set}/options`, large)).status).toBe(413);
    expect(await listed(set)).toEqual(['new']);
    expect((await alice('PUT', `/optionsSet/${set}/options?locale=he`, options())).body.message).toBe(
      'ברשימה יש עכשיו 0 אפשרויות.',
    );
    expect(await listed(set)).toEqual([]);
  });

  test('[options-sets.replace] [options-sets.maintained] sets the service maintains take nothing', async () => {
    const [cities] = allMaintainedSets;
    const requests: [string, string, object?][] = [
      ['PUT', '/options', options('x')],
      ['PATCH', '/options', { changes: [{ place: '1.0', insert: { value: 'x' } }] }],
      ['POST', '/uploads'],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', '?force=true'],
    ];
    for (const [method, path, body] of requests) {
      const reply = await alice(method, `/optionsSet/${cities!.id}${path}`, body);
      expect([method, path, reply.status]).toEqual([method, path, 403]);
    }
  });

  test('[options-sets.replace] [heavy] replaced, added to and changed by two processes: searches never find nothing or a mixture', async () => {
    const set = await makeSet(...list(0));
    const mixtures: string[][] = [];
    let isOver = false;
    const watch = async (at: Pick<TestService, 'call'>) => {
      while (!isOver) {
        const found = (await searched(set, at)).filter((value) => value !== 'added');
        const names = new Set(found.map((value) => value.split(' ')[0]));
        if (found.length < 3 || names.size !== 1) mixtures.push(found);
      }
    };
    const watching = [watch(service), watch(second)];
    const { key, token } = service.people.alice;
    for (let round = 1; round <= 12; round++) {
      const replace = (at: Pick<TestService, 'call'>, name: number) =>
        at.call('PUT', `/optionsSet/${set}/options`, { key, body: options(...list(name)) });
      const replies = await Promise.all([
        replace(service, round),
        replace(second, round + 100),
        second.call('POST', `/optionsSet/${set}/addOptions`, { key, body: options('added') }),
        service.call('PATCH', `/optionsSet/${set}/options`, {
          token,
          body: { changes: [{ place: '1.0', insert: { value: 'added' } }] },
        }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    isOver = true;
    await Promise.all(watching);
    expect(mixtures).toEqual([]);
    const left = (await listed(set)).filter((value) => value !== 'added');
    expect(new Set(left.map((value) => value.split(' ')[0])).size).toBe(1);
    const { count } = (await alice('GET', `/optionsSet/${set}/summary`)).body;
    expect(count).toBe((await listed(set)).length);
  });

  test('[options-sets.download] a download beside replacements is one whole list, never an error', async () => {
    const set = await makeSet(...list(0));
    const { key, token } = service.people.alice;
    const found: string[] = [];
    for (let round = 1; round <= 20; round++) {
      const [, ...downloads] = await Promise.all([
        service.call('PUT', `/optionsSet/${set}/options`, { key, body: options(...list(round)) }),
        ...[1, 2, 3].map(() => service.call('GET', `/optionsSet/${set}/download?format=json`, { token })),
      ]);
      found.push(...downloads.map(({ status, body }) => `${status} ${body.options?.length}`));
    }
    expect([...new Set(found)]).toEqual(['200 3']);
  });
});

/** Options of one list, which say so. */
const list = (name: number) => [1, 2, 3].map((at) => `list${name} ${at}`);

describe('uploads', () => {
  const begin = async (set: string) => {
    const reply = await alice('POST', `/optionsSet/${set}/uploads`);
    expect([reply.status, reply.body]).toEqual([200, { id: expect.any(String), parts: 0, count: 0 }]);
    const path = `/optionsSet/${set}/uploads/${reply.body.id}`;
    return {
      path,
      part: (number: number | string, ...values: string[]) =>
        alice('PUT', `${path}/parts/${number}`, options(...values)),
      finish: (parts: number) => alice('POST', `${path}/finish`, { parts }),
      abandon: () => alice('DELETE', path),
    };
  };

  test('[options-sets.upload] parts wait unseen, then take the place of all options at once', async () => {
    const set = await makeSet('old');
    const upload = await begin(set);
    expect((await upload.part(1, 'a', 'b')).body).toMatchObject({ parts: 1, count: 2 });
    // Sent again because nobody heard the response.
    expect((await upload.part(1, 'a', 'b')).body).toMatchObject({ parts: 1, count: 2 });
    const gap = await upload.part(3, 'x');
    expect([gap.status, gap.body.message]).toEqual([
      400,
      '"part" must not be greater than 2: parts come one after the other',
    ]);
    expect((await upload.part(0, 'x')).status).toBe(400);
    expect((await upload.part('9'.repeat(24), 'x')).status).toBe(400);
    const wrong = await upload.part(2, '');
    expect([wrong.status, wrong.body.message]).toEqual([400, '"options[0].value" is not allowed to be empty']);
    expect((await upload.part(2, 'c')).body).toMatchObject({ parts: 2, count: 3 });
    // What others do meanwhile is about the list that is there.
    await alice('POST', `/optionsSet/${set}/addOptions`, options('more'));
    expect([await listed(set), await searched(set)]).toEqual([
      ['old', 'more'],
      ['old', 'more'],
    ]);
    const early = await upload.finish(1);
    expect([early.status, early.body.message]).toEqual([400, '"parts" must be 2, the number of parts that came']);
    const done = await upload.finish(2);
    expect([done.status, done.body]).toEqual([200, { message: 'The set now has 3 options.' }]);
    expect([await listed(set), await searched(set)]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(await countPieces(set)).toBe(2);
    // Again, because nobody heard that either; but nothing can be added to it any more.
    expect((await upload.finish(2)).body).toEqual(done.body);
    expect((await upload.finish(3)).status).toBe(400);
    expect((await upload.part(3, 'late')).status).toBe(404);
    expect((await upload.abandon()).status).toBe(404);
    expect(await listed(set)).toEqual(['a', 'b', 'c']);
  });

  test('[options-sets.upload] abandoned, replaced by a newer one, or left: nothing of it stays, and the options do', async () => {
    const set = await makeSet('old');
    const first = await begin(set);
    await first.part(1, 'a');
    expect((await first.abandon()).body).toEqual({ message: 'The upload was abandoned.' });
    expect([(await first.part(2, 'b')).status, (await first.finish(1)).status]).toEqual([404, 404]);
    const other = await begin(set);
    await other.part(1, 'b');
    // A replacement by PUT leaves an upload alone.
    await alice('PUT', `/optionsSet/${set}/options`, options('kept'));
    expect(await countPieces(set)).toBe(2);
    const newer = await begin(set);
    const gone = await other.finish(1);
    expect([gone.status, gone.body.message]).toEqual([
      404,
      `Could not find an unfinished upload with ID ${other.path.slice(-24)}.`,
    ]);
    await newer.part(1, 'c');
    await deleteExpiredRows(service.services);
    expect(await countPieces(set)).toBe(2);
    service.advance(3_700_000);
    await deleteExpiredRows(service.services);
    service.advance(-3_700_000);
    expect([(await newer.finish(1)).status, await countPieces(set), await listed(set)]).toEqual([404, 1, ['kept']]);
  });

  test('[options-sets.upload] an upload of another set or account is unknown or refused', async () => {
    const [one, other] = [await makeSet('1'), await makeSet('2')];
    const upload = await begin(one);
    const id = upload.path.slice(-24);
    expect((await alice('POST', `/optionsSet/${other}/uploads/${id}/finish`, { parts: 0 })).status).toBe(404);
    const { chelsea } = service.people;
    for (const [method, path, body] of [
      ['PUT', `${upload.path}/parts/1`, options('x')],
      ['POST', `${upload.path}/finish`, { parts: 0 }],
      ['DELETE', upload.path, undefined],
    ] as const) {
      expect((await service.call(method, path, { key: chelsea.key, body })).status).toBe(403);
    }
    expect(await listed(one)).toEqual(['1']);
  });

  test('[options-sets.upload] parts, begins and finishes that race over two processes leave one whole list', async () => {
    const set = await makeSet(...list(0));
    const { key } = service.people.alice;
    const run = async (at: Pick<TestService, 'call'>, name: number) => {
      const call = (method: string, path: string, body?: object) =>
        at.call(method, `/optionsSet/${set}/uploads${path}`, { key, ...(body && { body }) });
      const { id } = (await call('POST', '')).body;
      const [a, b, c] = list(name) as [string, string, string];
      const statuses = [
        (await call('PUT', `/${id}/parts/1`, options(a, b))).status,
        (await call('PUT', `/${id}/parts/2`, options(c))).status,
        (await call('POST', `/${id}/finish`, { parts: 2 })).status,
      ];
      return statuses.every((status) => status === 200) ? name : statuses;
    };
    for (let round = 0; round < 5; round++) {
      const ends = await Promise.all([run(service, round), run(second, round + 100), run(service, round + 200)]);
      const left = await listed(set);
      const finished = ends.filter((end) => typeof end === 'number');
      expect(finished.map((name) => JSON.stringify(list(name)))).toContain(JSON.stringify(left));
      for (const end of ends) if (typeof end !== 'number') expect(new Set(end)).toEqual(new Set([...end, 404]));
    }
    expect(await countPieces(set)).toBe(2);
  });
});
