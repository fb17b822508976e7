// The entry filter by random filters: lists, a form's table, counts and deletions against an oracle in memory.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForm, memberForm } from '../support/entries.ts';
import { findMiscounts } from '../support/recount.ts';
import { startService, type TestService } from '../support/service.ts';

/** FILTER_RUNS=150 for CI and for whoever changes filters. */
const runs = Number(process.env['FILTER_RUNS'] ?? 50);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

// An oracle in memory: the sentences of "Entry filter" over records that GET /entry/{entryId} gave.
interface Known {
  readonly id: string;
  readonly form: string;
  readonly status: number;
  readonly changedAt: string;
  readonly modifyTime: string;
  readonly isMarker: boolean;
}
type Operators = Record<string, unknown>;

const labels = ['created', 'saved', 'submitted', 'deleted', 'template', 'render'];

function matches(entry: Known, query: Record<string, unknown>): boolean {
  const values: Record<string, unknown> = {
    form: entry.form,
    _id: entry.id,
    status: entry.status,
    changedAt: Date.parse(entry.changedAt),
    modifyTime: Date.parse(entry.modifyTime),
    deleted: entry.status === 3,
  };
  return Object.entries(query).every(([key, condition]) => {
    const read = (operand: unknown) => {
      if (key === 'changedAt' || key === 'modifyTime') return Date.parse(operand as string);
      return typeof operand === 'string' ? operand.toLowerCase() : operand;
    };
    const value = values[key] as number;
    const isPlain = typeof condition !== 'object';
    return Object.entries(isPlain ? { $eq: condition } : (condition as Operators)).every(([operator, operand]) => {
      const one = Array.isArray(operand) ? undefined : (read(operand) as number);
      const many = Array.isArray(operand) ? operand.map(read) : [];
      if (operator === '$eq') return value === one;
      if (operator === '$ne') return value !== one;
      if (operator === '$in') return many.includes(value);
      if (operator === '$nin') return !many.includes(value);
      if (operator === '$gt') return value > one!;
      if (operator === '$gte') return value >= one!;
      return operator === '$lt' ? value < one! : value <= one!;
    });
  });
}

describe('random filters against an oracle', () => {
  let known: Known[];
  let forms: string[];

  beforeAll(async () => {
    // An account of its own: a query without a form matches every entry of it.
    const { chelsea } = service.people;
    const ask = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key: chelsea.key, body });
    forms = [];
    for (let count = 0; count < 4; count += 1) forms.push(await makeForm(service, memberForm, chelsea.key));
    const all: string[] = [];
    for (let count = 0; count < 64; count += 1) {
      if (count % 3 > 0) service.advance(count * 700);
      const target = forms[(count * 7) % 4] as string;
      const body = { form: target, data: { name: `n${count}` } };
      const verb = ['save', 'submit', 'template'][count % 3] as string;
      if (count % 8 === 7) {
        const made = await ask('POST', `/form/${target}/generateEntries`, { num: 1 });
        all.push(made.body.createdEntries[0].id);
      } else all.push((await ask('POST', `/entry/${verb}`, body)).body.entryId);
    }
    for (const [place, one] of all.entries()) {
      if (place % 5 === 1) service.advance(1300);
      if (place % 5 === 1) await ask('POST', `/entry/${one}/edit`, { data: { name: 'edited' } });
      if (place % 5 === 2) await ask('DELETE', `/entry/${one}`);
      if (place % 10 === 3) await ask('PATCH', `/entry/${one}`, { name: 'renamed' });
    }
    const sql = service.services.db.sql;
    // Renders are kept by a request of their own; here some drafts are made into what it leaves.
    const renders = await sql<{ form: string }[]>`update entries set status = 5
      where id = any(${all.filter((_, place) => place % 12 === 0)}::text[]) and status = 1 returning form`;
    expect(renders.length).toBeGreaterThan(2);
    for (const render of renders) {
      await sql`update form_counters set current_save = current_save - 1, current_render = current_render + 1
        where form = ${render.form}`;
    }
    known = [];
    for (const one of all) {
      const { body } = await ask('GET', `/entry/${one}`);
      known.push({ ...body, status: labels.indexOf(body.status), isMarker: false });
    }
    service.advance(60_000);
    const lost = forms[3] as string;
    const now = new Date(service.services.clock.now()).toISOString();
    await ask('DELETE', `/form/${lost}`);
    const markers = (await ask('GET', `/entry?deleteMarkers=true&query={"form":"${lost}"}`)).body.data;
    expect(markers.map((marker: { _id: string }) => marker._id).sort()).toEqual(
      known
        .filter((entry) => entry.form === lost)
        .map((entry) => entry.id)
        .sort(),
    );
    known = known.map((entry) => {
      if (entry.form !== lost) return entry;
      const { deletedAt } = markers.find((marker: { _id: string }) => marker._id === entry.id);
      expect(entry.status === 3 || deletedAt >= now).toBe(true);
      return { ...entry, status: 3, changedAt: deletedAt, modifyTime: deletedAt, isMarker: true };
    });
    expect(new Set(known.map((entry) => entry.status)).size).toBe(6);
  });

  /** Written with Z, with an offset, or as a bare date. */
  const writeDate = (at: number, style: number): string => {
    if (style === 0) return new Date(at).toISOString();
    if (style === 1) return new Date(at + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    if (style === 2) return new Date(at - 5.5 * 3_600_000).toISOString().replace('Z', '-05:30');
    return new Date(at).toISOString().slice(0, 10);
  };

  function filters(): fc.Arbitrary<Record<string, unknown>> {
    const pick = <T>(values: readonly T[]) => fc.constantFrom(...new Set(values));
    const equality = (value: fc.Arbitrary<unknown>) => ({ $eq: value, $ne: value });
    const membership = (value: fc.Arbitrary<unknown>) => ({
      ...equality(value),
      $in: fc.array(value, { maxLength: 12 }),
      $nin: fc.array(value, { maxLength: 6 }),
    });
    const order = (value: fc.Arbitrary<unknown>) => ({
      ...membership(value),
      $gt: value,
      $gte: value,
      $lt: value,
      $lte: value,
    });
    const either = (operators: Record<string, fc.Arbitrary<unknown>>, value: fc.Arbitrary<unknown>) =>
      fc.oneof(
        value,
        fc
          .record(operators, { requiredKeys: [] })
          .filter((one) => Object.keys(one).length > 0 && Object.keys(one).length < 4),
      );
    const formId = pick([...forms, 'f'.repeat(24), (forms[0] as string).toUpperCase()]);
    const entryId = pick([...known.map((entry) => entry.id), '0'.repeat(24)]);
    const status = fc.integer({ min: 0, max: 5 });
    const date = fc
      .tuple(
        pick(known.flatMap((entry) => [entry.changedAt, entry.modifyTime])),
        fc.constantFrom(0, 0, 0, -1, 1, 60_000),
        fc.constantFrom(0, 0, 1, 2, 3),
      )
      .map(([text, shift, style]) => writeDate(Date.parse(text) + shift, style));
    return fc.record(
      {
        form: either(membership(formId), formId),
        _id: either(membership(entryId), entryId),
        status: either(membership(status), status),
        changedAt: either(order(date), date),
        modifyTime: either(order(date), date),
        deleted: either(equality(fc.boolean()), fc.boolean()),
      },
      { requiredKeys: [] },
    );
  }

  async function read(parameters: Record<string, unknown>, path = '/entry'): Promise<string[]> {
    const found: string[] = [];
    const { key } = service.people.chelsea;
    let reply = await service.call('GET', path, { key, query: parameters });
    for (;;) {
      expect(reply.status, reply.text).toBe(200);
      for (const item of reply.body.data) found.push(item.id ?? `marker ${item._id}`);
      const link = reply.headers.get('link');
      if (link === null) return found;
      reply = await service.call('GET', (link.slice(1).split('>')[0] as string).replace('http://forms.test/v1.0', ''), {
        key,
      });
    }
  }

  test('[lists.filter] [lists.pages] lists what the oracle lists, whole and in pages', {
    timeout: 180_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        filters(),
        fc.boolean(),
        fc.integer({ min: 1, max: 70 }),
        async (query, deleteMarkers, limit) => {
          const found = known.filter((entry) => matches(entry, query));
          const listed = found.filter((entry) => !entry.isMarker && (deleteMarkers || entry.status !== 3));
          const show = (entry: Known) => (entry.status === 3 ? `marker ${entry.id}` : entry.id);
          const inOrder = listed.map(show);
          const lost = deleteMarkers ? found.filter((entry) => entry.isMarker).map(show) : [];
          expect(await read({ query, deleteMarkers, fields: ['id'] })).toEqual([...inOrder, ...lost]);
          const paged = await read({ query, deleteMarkers, fields: ['id'], limit });
          const firstPage = inOrder.slice(0, limit);
          expect(paged).toEqual([...firstPage, ...lost, ...inOrder.slice(limit)]);
        },
      ),
      { numRuns: runs },
    );
  });

  test('[lists.table] one form newest first is what the oracle lists, backwards', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        filters(),
        fc.constantFrom(0, 1, 2),
        fc.integer({ min: 1, max: 20 }),
        async ({ form: _, ...query }, place, limit) => {
          const own = forms[place] as string;
          const found = known.filter((entry) => entry.form === own && entry.status !== 3 && matches(entry, query));
          const newestFirst = found.map((entry) => entry.id).reverse();
          expect(await read({ query, fields: ['id'], limit }, `/form/${own}/entries`)).toEqual(newestFirst);
        },
      ),
      { numRuns: runs },
    );
  });

  test('[entries.delete.by-query] [lists.count] POST /entry/delete deletes what the oracle and GET /entry/count say', {
    timeout: 180_000,
  }, async () => {
    const { sql } = service.services.db;
    await sql`create table entries_copy as select * from entries`;
    await sql`create table form_counters_copy as select * from form_counters`;
    const { key } = service.people.chelsea;
    const statuses = async () =>
      await sql<{ id: string; status: number }[]>`select id, status from entries order by id`;
    const before = await statuses();
    await fc.assert(
      fc.asyncProperty(filters(), async (query) => {
        const gone = new Set(known.filter((entry) => entry.status !== 3 && matches(entry, query)).map((one) => one.id));
        const counted = await service.call('GET', '/entry/count', { key, query: { query } });
        expect([counted.status, counted.body]).toEqual([200, { count: gone.size }]);
        const reply = await service.call('POST', '/entry/delete', { key, body: { query } });
        expect([reply.status, reply.text]).toEqual([200, '{}']);
        expect(await statuses()).toEqual(before.map((row) => (gone.has(row.id) ? { ...row, status: 3 } : row)));
        expect(await findMiscounts(sql)).toEqual([]);
        await sql`delete from entries`;
        await sql`insert into entries select * from entries_copy`;
        await sql`delete from form_counters`;
        await sql`insert into form_counters select * from form_counters_copy`;
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });
});
