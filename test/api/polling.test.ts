// Polling by changedAt with a minute of overlap, against writers of all kinds in two processes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForm, memberForm } from '../support/entries.ts';
import { findMiscounts } from '../support/recount.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
let key: string;
beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
  key = service.people.alice.key;
});
afterAll(async () => {
  await second.close();
  await service.close();
});

/** Every other request goes to the other process. */
const either = (place: number) => (place % 2 === 0 ? service : second);
const times = (count: number) => Array.from({ length: count }, (_, place) => place);
const miscounts = () => findMiscounts(service.services.db.sql);

describe('polling', () => {
  // The clock goes on with the work, so that a minute of overlap is more than a hundred writes on any machine, and the rest is really
  // left behind: four such minutes in all.
  const msPerWrite = 500;
  const wholeMs = 4 * 60_000;

  test('[lists.polling] by changedAt with a minute of overlap, against writers of all kinds: nothing is missed', {
    timeout: 300_000,
  }, async () => {
    const form = await makeForm(service, memberForm);
    let passed = 0;
    let runs = 0;
    const isOver = () => passed >= wholeMs && runs > 3;
    const write = async (writer: number) => {
      const mine: string[] = [];
      for (let step = writer; !isOver(); step += 1) {
        service.advance(msPerWrite);
        passed += msPerWrite;
        const target = either(step);
        const body = { form, data: { name: `${writer} ${step}` } };
        const one = mine[(step * 13) % Math.max(1, mine.length)] ?? 'e'.repeat(24);
        const kind = ['save', 'submit', 'edit', 'draft', 'delete', 'generate', 'submit', 'resume'][(step * 5) % 8];
        if (kind === 'save' || kind === 'submit') {
          mine.push((await target.call('POST', `/entry/${kind}`, { key, body })).body.entryId);
        } else if (kind === 'edit') await target.call('POST', `/entry/${one}/edit`, { key, body: { data: body.data } });
        else if (kind === 'draft')
          await target.call('POST', `/entry/${one}/submit`, { key, body: { data: body.data } });
        else if (kind === 'delete' && step % 3 === 0) await target.call('DELETE', `/entry/${one}`, { key });
        else if (kind === 'resume') await target.call('GET', `/entry/${one}/resume`, { key });
        else if (kind === 'generate' && step % 4 === 0) {
          const made = await target.call('POST', `/form/${form}/generateEntries`, { key, body: { num: 7 } });
          for (const entry of made.body.createdEntries) mine.push(entry.id);
        }
      }
    };

    interface Copy {
      readonly id?: string;
      readonly _id?: string;
      readonly changedAt?: string;
      readonly deletedAt?: string;
    }
    const copies = new Map<string, Copy>();
    let largest = 0;
    const poll = async () => {
      const query = { form, changedAt: { $gt: new Date(largest - 60_000).toISOString() } };
      const fields = ['id', 'status', 'changedAt', 'data', 'idx', 'submitIdx', 'actions'];
      let reply = await either(runs).call('GET', '/entry', {
        key,
        query: { query, fields, limit: 60, deleteMarkers: true },
      });
      for (;;) {
        expect(reply.status).toBe(200);
        for (const item of reply.body.data as Copy[]) {
          copies.set((item.id ?? item._id) as string, item);
          largest = Math.max(largest, Date.parse((item.changedAt ?? item.deletedAt) as string));
        }
        const link = reply.headers.get('link');
        if (link === null) break;
        reply = await either(runs).call(
          'GET',
          (link.slice(1).split('>')[0] as string).replace('http://forms.test/v1.0', ''),
          { key },
        );
      }
      runs += 1;
    };
    const follow = async () => {
      while (!isOver()) await poll();
    };
    await Promise.all([...times(6).map(write), follow()]);
    await poll();
    const fields = ['id', 'status', 'changedAt', 'data', 'idx', 'submitIdx', 'actions'];
    const whole = await service.call('GET', '/entry', { key, query: { query: { form }, fields, deleteMarkers: true } });
    expect(whole.body.data.length).toBeGreaterThan(100);
    const expected = new Map((whole.body.data as Copy[]).map((item) => [(item.id ?? item._id) as string, item]));
    expect(copies.size).toBe(expected.size);
    for (const [one, item] of expected) expect(copies.get(one)).toEqual(item);
    expect(await miscounts()).toEqual([]);
  });
});
