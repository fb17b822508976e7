// GET /form/{formId}/insight: which entries are counted, over what time, and when a result is given again. What is reported of
// each kind of field: src/server/insight/entry-counter.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AskedInsight, createInsightCache } from '../../src/server/insight/insight-cache.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const pollForm = {
  name: 'Poll',
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'name' },
      { type: 'fRadio', name: 'color', label: 'Which?', options: [['r', 'Red'], 'g'] },
      { type: 'fRate', name: 'stars' },
      { type: 'cRepeat', name: 'kids', children: [{ type: 'fInput', name: 'age', typeValidator: 'num' }] },
    ),
  },
};
const insightOf = (form: string, query: Record<string, unknown> = {}) =>
  alice('GET', `/form/${form}/insight`, undefined, { query });
const submit = async (form: string, data: object = {}) =>
  (await alice('POST', '/entry/submit', { form, data })).body.entry;
/** Puts an entry's submission at a time; none: as if it had come by an edit. */
async function submitAt(form: string, time: string | null, data: object = {}): Promise<string> {
  const { id } = await submit(form, data);
  await service.services.db.sql`update entries set submit_time = ${time}, changed_at = now() where id = ${id}`;
  return id;
}

test('[insight.fields] the whole answer', async () => {
  const form = await makeForm(service, pollForm);
  await submitAt(form, '2024-05-01T10:00:00Z', { name: 'A', color: 'r', stars: 5, kids: [{ age: 3 }, { age: 5 }] });
  await submitAt(form, '2024-05-02T10:00:00Z', { color: 'r', stars: 4 });
  const reply = await insightOf(form);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const facts = { label: expect.any(String), outOf: 2 };
  expect(reply.body).toEqual({
    entries: 2,
    firstTime: '2024-05-01T10:00:00.000Z',
    lastTime: '2024-05-02T10:00:00.000Z',
    overTime: {
      unit: 'day',
      points: [
        { from: '2024-05-01', count: 1 },
        { from: '2024-05-02', count: 1 },
      ],
    },
    fields: [
      {
        ...facts,
        path: 'root≡color',
        name: 'color',
        label: 'Which?',
        type: 'fRadio',
        answered: 2,
        kind: 'choice',
        isMulti: false,
        values: [
          { value: 'r', label: 'Red', count: 2 },
          { value: 'g', label: 'g', count: 0 },
        ],
        otherCount: 0,
      },
      {
        ...facts,
        path: 'root≡stars',
        name: 'stars',
        type: 'fRate',
        answered: 2,
        kind: 'rating',
        mean: 4.5,
        values: [1, 2, 3, 4, 5].map((value) => ({ value, count: value < 4 ? 0 : 1 })),
        otherCount: 0,
      },
      {
        ...facts,
        path: 'root≡kids≡age',
        name: 'age',
        type: 'fInput',
        answered: 2,
        kind: 'number',
        min: 3,
        max: 5,
        mean: 4,
        median: 4,
        histogram: [
          { from: 3, to: 4, count: 1 },
          { from: 4, to: 5, count: 0 },
          { from: 5, to: 6, count: 1 },
        ],
      },
    ],
  });
});

test('[insight.counted] submitted entries unless told otherwise; deleted ones never', async () => {
  const form = await makeForm(service, pollForm);
  await submit(form, { color: 'r' });
  const gone = await submit(form, { color: 'r' });
  await alice('DELETE', `/entry/${gone.id}`);
  await alice('POST', '/entry/save', { form, data: { color: 'g' } });
  await alice('POST', '/entry/template', { form, data: { color: 'g' } });
  await alice('POST', `/form/${form}/generateEntries`, { num: 3 });
  const counted = async (search: string) => {
    const { status, body } = await alice('GET', `/form/${form}/insight${search}`);
    return [status, body.entries, body.fields[0].values.map((one: { count: number }) => one.count)];
  };
  expect(await counted('')).toEqual([200, 1, [1, 0]]);
  expect(await counted('?statuses=saved')).toEqual([200, 1, [0, 1]]);
  expect(await counted('?statuses=saved&statuses=submitted')).toEqual([200, 2, [1, 1]]);
  expect(await counted('?statuses=created')).toEqual([200, 3, [0, 0]]);
  expect(await counted('?statuses=template&statuses=created&statuses=saved')).toEqual([200, 5, [0, 2]]);
  const draft = await alice('POST', '/entry/save', { form, data: { color: 'g' } });
  await alice('POST', `/entry/${draft.body.entryId}/edit`, { status: 'submitted' });
  // Submitted by an edit: no submitTime, so it counts by when it was made.
  expect(await counted('')).toEqual([200, 2, [1, 1]]);
});

describe('time', () => {
  let form: string;
  beforeAll(async () => {
    form = await makeForm(service, pollForm);
    for (const time of [
      '2024-03-28T21:59:00Z',
      '2024-03-28T22:01:00Z',
      '2024-03-30T12:00:00Z',
      '2024-03-31T23:00:00Z',
    ]) {
      await submitAt(form, time, { color: 'r' });
    }
  });

  const daysOf = async (query: Record<string, unknown>) => {
    const { status, body } = await insightOf(form, query);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.overTime.points.map(({ from, count }: { from: string; count: number }) => `${from} ${count}`);
  };

  test('[insight.time] days are those of the zone, empty ones included', async () => {
    expect(await daysOf({})).toEqual(['2024-03-28 2', '2024-03-29 0', '2024-03-30 1', '2024-03-31 1']);
    expect(await daysOf({ timeZone: 'Asia/Jerusalem' })).toEqual([
      '2024-03-28 1',
      '2024-03-29 1',
      '2024-03-30 1',
      '2024-03-31 0',
      '2024-04-01 1',
    ]);
    expect((await insightOf(form, { timeZone: 'Pacific/Kiritimati' })).body.firstTime).toBe('2024-03-28T21:59:00.000Z');
  });

  test('[insight.time] from and to: whole days of the zone, both included, or moments', async () => {
    // The form is younger than what was put into it: points begin no earlier than entries or the form.
    expect(await daysOf({ from: '2024-03-29', to: '2024-03-30' })).toEqual(['2024-03-30 1']);
    expect(await daysOf({ from: '2024-03-28', to: '2024-03-28' })).toEqual(['2024-03-28 2']);
    const zoned = { timeZone: 'Asia/Jerusalem' };
    expect(await daysOf({ ...zoned, from: '2024-03-29', to: '2024-03-29' })).toEqual(['2024-03-29 1']);
    expect(await daysOf({ ...zoned, to: '2024-03-28' })).toEqual(['2024-03-28 1']);
    expect(await daysOf({ from: '2024-03-28T22:01:00Z', to: '2024-03-30T12:00:00Z' })).toEqual([
      '2024-03-28 1',
      '2024-03-29 0',
      '2024-03-30 0',
    ]);
    expect(await daysOf({ from: '2024-03-29T00:01:00+02:00', to: '2024-03-29' })).toEqual([
      '2024-03-28 1',
      '2024-03-29 0',
    ]);
    const none = (await insightOf(form, { from: '2024-04-02', to: '2024-03-01' })).body;
    expect([none.entries, none.firstTime, none.overTime.points, none.fields[0].answered]).toEqual([0, null, [], 0]);
  });

  test('[insight.time] a range reaches from the making of the form to now, not beyond', async () => {
    const today = new Date(service.services.clock.now()).toISOString().slice(0, 10);
    const young = await makeForm(service, pollForm);
    await submit(young, { color: 'r' });
    const { body } = await insightOf(young, { from: '1970-01-01', to: '9999-12-31' });
    expect(body.overTime).toEqual({ unit: 'day', points: [{ from: today, count: 1 }] });
    const early = (await insightOf(young, { from: '0001-01-01', timeZone: 'America/New_York' })).body;
    expect(early.entries).toBe(1);
  });

  test('[insight.time] longer times in longer steps', async () => {
    const long = await makeForm(service, pollForm);
    const unitOf = async () => (await insightOf(long)).body.overTime;
    await submitAt(long, '2020-01-06T00:00:00Z');
    await submitAt(long, '2020-04-01T00:00:00Z');
    expect([(await unitOf()).unit, (await unitOf()).points.length]).toEqual(['day', 87]);
    await submitAt(long, '2021-04-01T00:00:00Z');
    const weeks = await unitOf();
    expect([weeks.unit, weeks.points.length, weeks.points[0]]).toEqual(['week', 65, { from: '2020-01-06', count: 1 }]);
    await submitAt(long, '2024-04-01T00:00:00Z');
    const months = await unitOf();
    expect([months.unit, months.points.length, months.points[3]]).toEqual([
      'month',
      52,
      { from: '2020-04-01', count: 1 },
    ]);
    await submitAt(long, '2044-04-01T00:00:00Z');
    expect([(await unitOf()).unit, (await unitOf()).points.length]).toEqual(['year', 25]);
  });
});

test.each([
  ['timeZone=Mars/Base', '"timeZone" must be the name of a time zone', 'timeZone'],
  ['timeZone=', '"timeZone" is not allowed to be empty', 'timeZone'],
  [
    `timeZone=${encodeURIComponent("UTC'; drop table entries; --")}`,
    '"timeZone" must be the name of a time zone',
    'timeZone',
  ],
  ['timeZone=UTC&timeZone=UTC', '"timeZone" must be a string', 'timeZone'],
  ['from=NaN', '"from" must be a valid date', 'from'],
  ['from=2024-02-30', '"from" must be a valid date', 'from'],
  ['from=0000-01-01', '"from" must be a valid date', 'from'],
  ['to=yesterday', '"to" must be a valid date', 'to'],
  ['to=2024-01-01T10:00:00', '"to" must be a valid date', 'to'],
  ['statuses=deleted', '"statuses" must be one of [created, saved, submitted, template, render]', 'statuses'],
  ['statuses=2', '"statuses" must be one of [created, saved, submitted, template, render]', 'statuses'],
  ['statuses=saved&statuses=saved', '"statuses[1]" contains a duplicate value', 'statuses.1'],
  ['limit=5', '"limit" is not allowed', 'limit'],
])('[insight.time] %s', async (search, message, key) => {
  const form = await makeForm(service, pollForm);
  const reply = await alice('GET', `/form/${form}/insight?${search}`);
  expect([reply.status, reply.body]).toEqual([
    400,
    {
      statusCode: 400,
      error: 'Bad Request',
      message,
      validation: { source: 'query', keys: [key] },
    },
  ]);
});

test("[conventions.accounts] another account's form 403, an unknown one 404", async () => {
  const form = await makeForm(service, pollForm);
  await insightOf(form);
  const foreign = await service.call('GET', `/form/${form}/insight`, { key: service.people.chelsea.key });
  expect([foreign.status, foreign.body.message]).toEqual([
    403,
    'You have insufficient permissions to perform the action.',
  ]);
  const unknown = await insightOf('f'.repeat(24));
  expect([unknown.status, unknown.body.message]).toEqual([404, `Could not find a form with ID ${'f'.repeat(24)}.`]);
});

test('[insight.fresh] every change of an entry or of the form is in the next answer', async () => {
  const form = await makeForm(service, pollForm);
  const reds = async () => {
    const { body } = await insightOf(form);
    return body.fields[0].values.map(({ label, count }: { label: string; count: number }) => `${label} ${count}`);
  };
  expect(await reds()).toEqual(['Red 0', 'g 0']);
  const { id } = await submit(form, { color: 'r' });
  expect(await reds()).toEqual(['Red 1', 'g 0']);
  await alice('POST', `/entry/${id}/edit`, { data: { color: 'g' } });
  expect(await reds()).toEqual(['Red 0', 'g 1']);
  await alice('POST', `/entry/${id}/edit`, { status: 'saved' });
  expect(await reds()).toEqual(['Red 0', 'g 0']);
  const again = await submit(form, { color: 'r' });
  expect(await reds()).toEqual(['Red 1', 'g 0']);
  await alice('DELETE', `/entry/${again.id}`);
  expect(await reds()).toEqual(['Red 0', 'g 0']);
  const rootElem = root({ type: 'fRadio', name: 'color', options: [['r', 'Ruby']] });
  await alice('PATCH', `/form/${form}`, { formSchema: { rootElem } });
  expect(await reds()).toEqual(['Ruby 0']);
});

describe('one computation for many', () => {
  const askFor = (form: string, about = 'x', signal?: AbortSignal): AskedInsight => ({
    account: service.people.alice.account,
    form,
    about,
    signal,
  });

  function held() {
    let release = (_result: string) => {};
    const result = new Promise<string>((resolve) => {
      release = resolve;
    });
    return { result, release: (text: string) => release(text) };
  }

  test('[insight.fresh] who asks for the same at once shares one; afterwards the result is kept while nothing changes', async () => {
    const cache = createInsightCache(service.services);
    const form = await makeForm(service, pollForm);
    let computed = 0;
    const compute = async () => `${++computed}`;
    expect(await Promise.all([1, 2, 3].map(() => cache.get(askFor(form), compute)))).toEqual(['1', '1', '1']);
    expect(await Promise.all([1, 2].map(() => cache.get(askFor(form), compute)))).toEqual(['1', '1']);
    // Entries of other forms are nobody's concern.
    await submit(await makeForm(service, pollForm));
    expect(await cache.get(askFor(form), compute)).toBe('1');
    expect(await cache.get(askFor(form, 'y'), compute)).toBe('2');
    await submit(form);
    expect(await cache.get(askFor(form), compute)).toBe('3');
    expect(await cache.get(askFor(form), compute)).toBe('3');
    service.advance(3_600_001);
    expect(await cache.get(askFor(form), compute)).toBe('4');
    service.advance(-3_600_001);
    expect(await cache.get(askFor(form), compute)).toBe('5');
  });

  test('[insight.fresh] what changes while it is counted makes it old at once', async () => {
    const cache = createInsightCache(service.services);
    const form = await makeForm(service, pollForm);
    let computed = 0;
    const compute = async () => {
      if (computed === 0) await submit(form);
      return `${++computed}`;
    };
    expect(await cache.get(askFor(form), compute)).toBe('1');
    expect(await cache.get(askFor(form), compute)).toBe('2');
    expect(await cache.get(askFor(form), compute)).toBe('2');
  });

  test('[insight.fresh] one form is counted once at a time, others beside it; a failure is not kept', async () => {
    const cache = createInsightCache(service.services);
    const [form, other] = [await makeForm(service, pollForm), await makeForm(service, pollForm)];
    const first = held();
    const begun: string[] = [];
    const run = (name: string, result: Promise<string>) => () => {
      begun.push(name);
      return result;
    };
    const running = cache.get(askFor(form, 'a'), run('a', first.result));
    const waiting = cache.get(askFor(form, 'b'), run('b', Promise.resolve('b')));
    await expect.poll(() => begun).toEqual(['a']);
    expect(await cache.get(askFor(other), run('other', Promise.resolve('other')))).toBe('other');
    expect(begun).toEqual(['a', 'other']);
    first.release('a');
    expect([await running, await waiting, begun]).toEqual(['a', 'b', ['a', 'other', 'b']]);
    await expect(cache.get(askFor(form, 'c'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await cache.get(askFor(form, 'c'), async () => 'mended')).toBe('mended');
  });

  test('[insight.fresh] stops when all who asked went away, and goes on while one is there', async () => {
    const cache = createInsightCache(service.services);
    const form = await makeForm(service, pollForm);
    const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()];
    const signals: AbortSignal[] = [];
    const compute = (signal: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason));
        if (signals.length > 1) resolve('again');
      });
    const asked = [one, two].map(({ signal }) => cache.get(askFor(form, 'x', signal), compute));
    const ends = asked.map((promise) => promise.catch((error: Error) => error.message));
    await expect.poll(() => signals.length).toBe(1);
    one.abort();
    expect(signals[0]?.aborted).toBe(false);
    two.abort();
    expect(signals[0]?.aborted).toBe(true);
    expect(await cache.get(askFor(form, 'x', three.signal), compute)).toBe('again');
    expect(await Promise.all(ends)).toEqual(Array(2).fill('The work was stopped because its caller went away.'));
  });
});
