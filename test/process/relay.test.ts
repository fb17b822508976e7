// `formstead relay` as a process beside a served installation: killed at random moments, told to stop, started twice.
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyServedFolder } from '../support/served-folder.ts';
import {
  buildServer,
  endAll,
  runCommand,
  type ServerProcess,
  spawnCommand,
  startProcess,
} from '../support/server-process.ts';
import { openWebhookTarget, type Received, type WebhookTarget } from '../support/webhook-target.ts';

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
let server: ServerProcess;
let target: WebhookTarget;
let folder: string;
let key: string;

beforeAll(buildServer);
beforeEach(async () => {
  folder = copyServedFolder();
  server = await startProcess(folder, admin);
  target = await openWebhookTarget();
  writeFileSync(join(folder, 'secret'), `${target.secret}\n`, { mode: 0o600 });
  const login = await server.call('POST', '/auth/login', {
    body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
  });
  key = (await server.call('POST', '/api-keys', { token: login.body.token })).body.token;
});
afterEach(async () => {
  await target.close();
  await endAll();
});

const flags = () => ['relay', '--to', target.url, '--secret-file', 'secret', '--every', '1'];
const env = () => ({ FORMSTEAD_URL: server.url, FORMSTEAD_KEY: key });
const startRelay = (...more: string[]) => spawnCommand(folder, [...flags(), ...more], env());
const runOnce = (...more: string[]) => runCommand(folder, [...flags(), '--once', ...more], env());

async function newForm(): Promise<string> {
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] };
  return (await server.call('POST', '/form', { key, body: { formSchema: { rootElem } } })).body.id;
}

async function submit(form: string, name: string): Promise<string> {
  return (await server.call('POST', '/entry/submit', { key, body: { form, data: { name } } })).body.entryId;
}

/** Submits, edits and deletes until it is told to end. */
function write(form: string): { end(): Promise<string[]> } {
  let isEnding = false;
  const ids: string[] = [];
  const work = (async () => {
    for (let at = 0; !isEnding; at += 1) {
      ids.push(await submit(form, `person ${at}`));
      const old = ids[randomInt(ids.length)];
      if (at % 2 === 0)
        await server.call('POST', `/entry/${old}/edit`, { key, body: { data: { name: `edit ${at}` } } });
      if (at % 7 === 0) await server.call('DELETE', `/entry/${ids[randomInt(ids.length)]}`, { key });
      await sleep(15);
    }
    return ids;
  })();
  return {
    end: () => {
      isEnding = true;
      return work;
    },
  };
}

const timeOf = ({ data }: Received): string => data.deletedAt ?? data.changedAt;

/** `ROUNDS=14 npx vitest run --project process test/process/relay.test.ts -t killed` is the long run. */
const rounds = Number(process.env['ROUNDS'] ?? 4);

test.each([
  ['file', ''],
  ['target', ' [heavy]'],
])(
  '[relay.once-at-least] [relay.order] [relay.state] killed at random moments nothing is lost, and nothing is out of order (state: %s)%s',
  async (state) => {
    const form = await newForm();
    const doomed = await newForm();
    const goneWithForm = [await submit(doomed, 'a'), await submit(doomed, 'b')];
    let cursor = '';
    let killAt = 0;
    let kill = () => {};
    target.respond = async (event) => {
      if (event.type === 'relay.cursor') cursor = event.data.cursor;
      if (event.type === 'relay.started') return { status: 200, body: JSON.stringify({ cursor }) };
      killAt -= 1;
      // Before the response, or while it is on its way; some are refused for a while.
      if (killAt === 0) kill();
      else if (randomInt(8) === 0) return { status: 500 };
      return {};
    };
    const more = state === 'target' ? ['--state', 'target'] : [];
    const writer = write(form);
    for (let round = 0; round < rounds; round += 1) {
      const { child, ended } = startRelay(...more);
      kill = () => void child.kill('SIGKILL');
      // By what it has done, or by time: while it starts, reads, saves.
      if (round % 2 === 0) killAt = randomInt(1, 30);
      const timer = setTimeout(kill, round % 2 === 0 ? 20_000 : randomInt(100, 2_000));
      await ended;
      clearTimeout(timer);
      killAt = 0;
      if (round === Math.floor(rounds / 2)) await server.call('DELETE', `/form/${doomed}`, { key });
    }
    const ids = await writer.end();
    target.respond = ({ type }) => (type === 'relay.started' ? { status: 200, body: JSON.stringify({ cursor }) } : {});
    const last = await runOnce(...more);
    expect(last).toMatchObject({ code: 0 });
    expect(JSON.parse(last.stdout)).toMatchObject({ stopped: 'done', waiting: 0, stuck: [] });
    expect(target.forged).toEqual([]);

    const byEntry = new Map<string, Received[]>();
    for (const event of target.taken.filter(({ type }) => type.startsWith('entry.')))
      byEntry.set(event.data.id, [...(byEntry.get(event.data.id) ?? []), event]);
    for (const id of [...ids, ...goneWithForm]) {
      const events = byEntry.get(id) ?? [];
      expect(events.map(timeOf)).toEqual(events.map(timeOf).toSorted());
      const { status, body } = await server.call('GET', `/entry/${id}`, { key });
      if (status === 404 || body.status === 'deleted') expect(events.at(-1)?.type).toBe('entry.deleted');
      else expect(events.at(-1)?.data).toEqual(body);
    }
    // One id for one action, whatever happened; and the kills did make it send some again.
    const ofAction = new Map<string, Set<string>>();
    for (const { id, data } of [...byEntry.values()].flat()) {
      const action = `${data.id} ${data.deletedAt === undefined ? data.actions.at(-1).id : 'deleted'}`;
      ofAction.set(action, (ofAction.get(action) ?? new Set()).add(id));
    }
    expect([...ofAction.values()].filter((names) => names.size !== 1)).toEqual([]);
    expect(new Set([...ofAction.values()].flatMap((names) => [...names])).size).toBe(ofAction.size);
    expect(target.taken.length).toBeGreaterThan(new Set(target.taken.map(({ id }) => id)).size);
  },
);

test('[relay.stop] [relay.lock] SIGTERM: what is on its way is finished and noted; a second one is refused meanwhile', async () => {
  const form = await newForm();
  await submit(form, 'Ada');
  let goOn = () => {};
  const asked = new Promise<void>((resolve) => {
    target.respond = async () => {
      resolve();
      await new Promise<void>((done) => {
        goOn = done;
      });
      return {};
    };
  });
  const { child, ended } = startRelay();
  await asked;
  const second = await startRelay().ended;
  expect([second.code, second.stdout]).toEqual([1, '']);
  expect(second.stderr).toContain(`formstead: Another relay works with ${join(folder, 'relay-state.json')}.`);
  const status = await runCommand(folder, ['relay', 'status']);
  expect(JSON.parse(status.stdout)).toMatchObject({ isRunning: true, waiting: 0 });
  child.kill('SIGTERM');
  await sleep(200);
  expect(child.exitCode).toBeNull();
  goOn();
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout.trim().split('\n').at(-1) as string)).toMatchObject({ stopped: 'told', delivered: 1 });
  // What was finished while it stopped may come once more; nothing is missing.
  target.respond = () => ({});
  expect((await runOnce()).code).toBe(0);
  expect(new Set(target.taken.map(({ id }) => id)).size).toBe(1);
});

test('[relay.once-at-least] [relay.retries] [heavy] it goes on by itself when the target and the service were away', async () => {
  const form = await newForm();
  await submit(form, 'Ada');
  target.respond = () => ({ status: 503, headers: { 'retry-after': '1' } });
  const { child, ended } = startRelay();
  await expect.poll(() => target.received.length).toBeGreaterThan(1);
  const port = new URL(server.url).port;
  await server.end('SIGTERM');
  target.respond = () => ({});
  server = await startProcess(folder, { ...admin, PORT: port });
  await submit(form, 'Bob');
  const names = () => new Set(target.taken.map(({ data }) => data.data.name));
  await expect.poll(names).toEqual(new Set(['Ada', 'Bob']));
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
