// The state is read with care: it may have been edited, or belong to another service.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkFollows, type RelayState, readState } from './relay-state.ts';
import { stateFile } from './state-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'relay-state-'));
afterAll(() => rmSync(folder, { recursive: true }));

const time = '2026-05-04T10:00:00.000Z';
const waiting = { entry: 'a', deletedAt: null, attempts: 1, error: 'HTTP 500' };
const times = { since: time, lastAttempt: time, nextAttempt: time };
const state: RelayState = {
  ...{ version: 1, service: 'https://forms.test', form: null, to: 'https://target.test', since: null },
  cursor: JSON.stringify({ from: time, last: time, seen: {} }),
  waiting: [{ ...waiting, ...times }],
};

test('[relay.state] what is written is read; the file is the owner\u2019s alone, and no draft stays', async () => {
  const path = join(folder, 'deep', 'state.json');
  const store = stateFile(path);
  expect(await store.load()).toBeUndefined();
  await store.save(state);
  await store.save({ ...state, cursor: null });
  expect(await store.load()).toEqual({ ...state, cursor: null });
  expect(readdirSync(join(folder, 'deep'))).toEqual(['state.json']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ['half a file', '{"version":1,'],
  ['another file', '{"name":"x"}'],
  ['null', 'null'],
  ['a later version', JSON.stringify({ ...state, version: 2 })],
  ['a cursor that is none', JSON.stringify({ ...state, cursor: 'abc' })],
  ['a cursor without times', JSON.stringify({ ...state, cursor: '{"seen":{}}' })],
  ['a wrong time', JSON.stringify({ ...state, waiting: [{ ...waiting, ...times, nextAttempt: 'soon' }] })],
  ['a wrong beginning', JSON.stringify({ ...state, since: 'soon' })],
])('[relay.state] %s is refused, and left as it is', async (name, text) => {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, text);
  await expect(stateFile(path).load()).rejects.toThrow(`${path} is not the state of a relay`);
});

test('[relay.state] the state of another service or form is refused by name', () => {
  const followed = { service: 'https://forms.test', form: null, to: 'https://moved.test' };
  expect(() => checkFollows(readState(JSON.stringify(state), 'f'), followed, 'f')).not.toThrow();
  expect(() => checkFollows(state, { ...followed, service: 'https://b.test' }, 'f')).toThrow(
    'all forms of https://forms',
  );
  expect(() => checkFollows({ ...state, form: 'x' }, followed, 'f')).toThrow('form x of');
});
