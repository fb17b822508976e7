// Whether two sets have the same options, without listing them; and an upload that replaces only what was compared.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

async function makeSet(...lists: object[][]): Promise<string> {
  const { id } = (await alice('POST', '/optionsSet', { name: 'Mine' })).body;
  for (const options of lists) await alice('POST', `/optionsSet/${id}/addOptions`, { options });
  return id;
}
const fingerprintOf = async (set: string) => (await alice('GET', `/optionsSet/${set}/fingerprint`)).body;

test('[options-sets.fingerprint] the same options in the same order have the same one, however they came', async () => {
  const [a, b, c] = [
    { value: 'א' },
    { value: 'b', score: 2, data: { z: 1, a: null } },
    { value: 'c', data: { ok: true } },
  ];
  const first = await fingerprintOf(await makeSet([a, b, c]));
  const lines = '["א"]\n["b",2,[["a",null],["z",1]]]\n["c",0,[["ok",true]]]\n';
  expect(first).toEqual({ count: 3, sha256: createHash('sha256').update(lines).digest('hex') });
  const turned = { data: { a: null, z: 1 }, score: 2, value: 'b' };
  expect(await fingerprintOf(await makeSet([a], [turned], [{ ...c, score: 0 }]))).toEqual(first);
  for (const others of [
    [a, c, b],
    [a, b],
    [a, { ...b, score: 3 }, c],
    [a, { ...b, data: { z: '1', a: null } }, c],
  ])
    expect((await fingerprintOf(await makeSet(others))).sha256).not.toBe(first.sha256);
  const empty = await fingerprintOf(await makeSet());
  expect(empty).toEqual({ count: 0, sha256: createHash('sha256').digest('hex') });
  const key = service.people.chelsea.key;
  const foreign = await service.call('GET', `/optionsSet/${await makeSet([a])}/fingerprint`, { key });
  expect(foreign.status).toBe(403);
});

test('[options-sets.fingerprint] [options-sets.upload] what somebody changed since is not replaced', async () => {
  const set = await makeSet([{ value: 'old' }]);
  const send = async (etag: string) => {
    const { id } = (await alice('POST', `/optionsSet/${set}/uploads`)).body;
    const path = `/optionsSet/${set}/uploads/${id}`;
    await alice('PUT', `${path}/parts/1`, { options: [{ value: 'new' }] });
    const finish = () =>
      service.call('POST', `${path}/finish`, {
        key: service.people.alice.key,
        body: { parts: 1 },
        headers: { 'if-match': etag },
      });
    return { finish };
  };
  const tag = async () => (await alice('GET', `/optionsSet/${set}/fingerprint`)).headers.get('etag') ?? '';
  const early = await send(await tag());
  await alice('POST', `/optionsSet/${set}/addOptions`, { options: [{ value: 'of somebody else' }] });
  const refused = await early.finish();
  expect([refused.status, refused.headers.get('x-service-error')]).toEqual([412, 'optionsChangedMeanwhile']);
  expect((await fingerprintOf(set)).count).toBe(2);
  const late = await send(await tag());
  expect((await late.finish()).status).toBe(200);
  // Its response was lost: it is what it was.
  expect((await late.finish()).status).toBe(200);
  expect((await fingerprintOf(set)).count).toBe(1);
});
