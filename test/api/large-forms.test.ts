// The largest forms that are allowed: written, opened and filled without holding up everybody else, and kept by their size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormCache, estimateBytes } from '../../src/server/forms/load-form.ts';
import { leastOf } from '../support/cpu-time.ts';
import { longestHold } from '../support/loop-hold.ts';
import { many } from '../support/many.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const count = 9900;
/** What the rule allows, and as much again for a machine that others use, and for code that is not warm yet. */
const mostMilliseconds = 400;

const formOf = (children: object[]) => ({
  name: 'large',
  formSchema: { rootElem: { type: 'cSection', name: 'root', children } },
});

/** About 180 bytes a field, each with two conditions. */
const conditional = (count: number) =>
  formOf(
    many(count, (at) => ({
      type: 'fInput',
      name: `f${at}`,
      label: `Label ${at}`,
      relevant: `model.f${(at * 7) % count} != 'yes' || model.f${(at * 13) % count} > ${at}`,
      reqValidator: { req: `model.f${(at * 3) % count} == 'x'` },
    })),
  );

describe('[limits.event-loop] [limits.memory] [validation.bounded] the largest forms', () => {
  test('are written, opened and filled in short pieces', async () => {
    const { alice } = service.people;
    const holds: Record<string, number> = {};
    const measure = async (
      name: string,
      work: () => Promise<{ status: number; body: { id?: string } }>,
      status = 200,
    ) => {
      let reply = { status: 0, body: {} as { id?: string } };
      holds[name] = await leastOf(mostMilliseconds, () =>
        longestHold(async () => {
          reply = await work();
        }),
      );
      expect(`${name} ${reply.status}`).toBe(`${name} ${status}`);
      return reply.body;
    };
    const write = () => service.call('POST', '/form', { key: alice.key, body: conditional(count) });
    await write();
    const { id: form } = await measure('write', write);
    await measure('start', () => service.call('GET', `/form/${form}/start`));
    await measure('get', () => service.call('GET', `/form/${form}`, { key: alice.key }));
    const data = Object.fromEntries(many(count, (at) => [`f${at}`, 'a']));
    await measure('submit', () => service.call('POST', '/entry/submit', { body: { form, data } }));
    for (const [name, hold] of Object.entries(holds))
      expect(`${name} ${hold < mostMilliseconds || hold}`).toBe(`${name} true`);
  });

  test('are kept by what they take, not by their number', async () => {
    const { alice } = service.people;
    const body = conditional(1500);
    const ids: string[] = [];
    for (let count = 0; count < 4; count++)
      ids.push((await service.call('POST', '/form', { key: alice.key, body })).body.id);
    const bytes = estimateBytes(JSON.stringify(body));
    const roomy = createFormCache(service.services.db);
    const together = await Promise.all([...ids, ...ids].map((id) => roomy.getFresh(id)));
    // Requests that come together share one form.
    for (const at of ids.keys()) expect(together[at]).toBe(together[at + ids.length]);
    expect(roomy.usage()).toEqual({ forms: 4, bytes: 4 * bytes });

    const cache = createFormCache(service.services.db, { maxBytes: 2.5 * bytes });
    const forms = [];
    for (const id of ids) forms.push(await cache.getFresh(id));
    expect(cache.usage()).toEqual({ forms: 2, bytes: 2 * bytes });
    expect(await cache.get(ids[3]!)).toBe(forms[3]);
    expect(await cache.get(ids[0]!)).not.toBe(forms[0]);
    cache.forget(ids[0]!);
    expect(cache.usage()).toEqual({ forms: 1, bytes });
  });

  test('a form that asks for too much refuses the entry, and nothing is stored', async () => {
    const { alice } = service.people;
    const dear = `(model.long.split('') | orderBy).length > 0`;
    const children = [
      { type: 'fLngTxt', name: 'long' },
      ...many(300, (at) => ({ type: 'fInput', name: `f${at}`, relevant: dear })),
    ];
    const { id: form } = (
      await service.call('POST', '/form', { key: alice.key, body: { ...formOf(children), locale: 'he' } })
    ).body;
    const body = { form, data: { long: 'ab'.repeat(30_000) } };
    const reply = await service.call('POST', '/entry/submit', { body });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      id: 'entry_failed_validation',
      messages: [
        {
          modelPath: expect.stringMatching(/^model\['f\d+'\]$/),
          message: expect.stringContaining('הטופס'),
          type: 'error',
          value: null,
        },
      ],
    });
    expect((await service.call('POST', '/entry/save', { body })).status).toBe(400);
    const list = await service.call('GET', '/entry', { key: alice.key, query: { query: JSON.stringify({ form }) } });
    expect(list.body.data).toEqual([]);
  });

  test('rules after the commit that ask for too much do not apply, which the log says', async () => {
    const { alice } = service.people;
    const condition = `(model.long.split('') | orderBy).length < 0`;
    const body = {
      ...formOf([{ type: 'fLngTxt', name: 'long' }]),
      postSubmit: { ui: many(300, () => ({ type: 'message', text: 'never', if: condition })) },
    };
    const { id: form } = (await service.call('POST', '/form', { key: alice.key, body })).body;
    const data = { long: 'ab'.repeat(30_000) };
    const reply = await service.call('POST', '/entry/submit', { body: { form, data } });
    expect(reply.status).toBe(200);
    expect(reply.body.uiActions.length).toBeLessThan(300);
    expect(service.log.join('')).toContain('rules of the form asked for more work than a request may do');
  });
});
