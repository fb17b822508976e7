// People who fill a form while the cluster fails: with an Idempotency-Key and again until it is done, without one and only once, by
// way of a draft, and with a file. What was acknowledged is kept in a ledger, and what each request met, with its times.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Reply, send } from '../support/send.ts';
import { multipartBody, multipartType, partsOf } from '../support/upload.ts';

export interface Acknowledged {
  readonly id: string;
  readonly idx: number;
  readonly n: string;
  readonly hash?: string;
}

export interface Sent {
  readonly server: number;
  readonly begun: number;
  readonly ended: number;
  readonly path: string;
  /** 0: the connection ended without a response. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
  readonly text: string;
}

/** A request that needs nothing but the server's own turn. */
export interface Bare {
  readonly begun: number;
  readonly ended: number;
}

export interface Load {
  readonly bare: readonly Bare[];
  readonly ledger: readonly Acknowledged[];
  /** Whose first request may or may not have been carried out. */
  readonly unknown: ReadonlySet<string>;
  readonly sent: readonly Sent[];
  /** Acknowledged without a number in the response: a draft whose submit was found to be done. */
  readonly doneBefore: ReadonlySet<string>;
  /** Nobody begins anything new; resolves when all have finished what they do. */
  pause(): Promise<void>;
  /** Nobody sends anything; resolves when every request has its response. */
  hush(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

const paceMs = 25;
const againMs = 150;
const bareEveryMs = 100;
const people = { keyed: 6, single: 4, drafts: 2, files: 1 };

export function startLoad(site: { urls: readonly string[]; form: string; key: string }): Load {
  const { urls, form, key } = site;
  const ledger: Acknowledged[] = [];
  const unknown = new Set<string>();
  const doneBefore = new Set<string>();
  const sent: Sent[] = [];
  const bare: Bare[] = [];
  let isOver = false;
  let isPaused = false;
  let isQuiet = false;
  let requests = 0;
  let actsInProgress = 0;

  async function ask(server: number, method: string, path: string, options: object): Promise<Reply | undefined> {
    while (isQuiet && !isOver) await sleep(paceMs);
    const begun = performance.now();
    const note = (status: number, hasRetryAfter: boolean, text: string) =>
      sent.push({ server, begun, ended: performance.now(), path, status, hasRetryAfter, text });
    requests += 1;
    try {
      const reply = await send(method, `${urls[server]}${path}`, options);
      const { status } = reply;
      note(status, reply.headers.has('retry-after'), status < 300 ? '' : reply.text.slice(0, 300));
      return reply;
    } catch (error) {
      note(0, false, String((error as Error).cause ?? error));
      return undefined;
    } finally {
      requests -= 1;
    }
  }

  /** Asks until somebody says yes, each time whichever server comes next. */
  async function insist(server: number, path: string, options: object): Promise<Reply | undefined> {
    for (let at = server; !isOver; at += 1) {
      const reply = await ask(at % urls.length, 'POST', path, options);
      if (reply !== undefined && reply.status !== 503) return reply;
      await sleep(againMs);
    }
    return undefined;
  }

  const acts = {
    async keyed(server: number) {
      const n = `keyed ${randomUUID()}`;
      const headers = { 'idempotency-key': n };
      const reply = await insist(server, '/v1.0/entry/submit', { key, headers, body: { form, data: { n } } });
      if (reply === undefined) unknown.add(n);
      else if (reply.status === 200) ledger.push({ id: reply.body.entryId, idx: reply.body.entry.idx, n });
    },
    async single(server: number) {
      const n = `single ${randomUUID()}`;
      const reply = await ask(server, 'POST', '/v1.0/entry/submit', { body: { form, data: { n } } });
      if (reply?.status === 200) ledger.push({ id: reply.body.entryId, idx: reply.body.entry.idx, n });
      else {
        unknown.add(n);
        await sleep(againMs);
      }
    },
    async drafts(server: number) {
      const n = `draft ${randomUUID()}`;
      const saved = await insist(server, '/v1.0/entry/save', {
        key,
        headers: { 'idempotency-key': n },
        body: { form, data: { n } },
      });
      if (saved?.status !== 200) return void unknown.add(n);
      const id = saved.body.entryId as string;
      // Somebody who got a 503 asks again; what was done meanwhile is a 403.
      const reply = await insist(server, `/v1.0/entry/${id}/submit`, { key, body: { data: { n } } });
      if (reply === undefined) return void unknown.add(n);
      if (reply.status === 403 && /already submitted/.test(reply.text)) doneBefore.add(n);
      if (reply.status === 200 || doneBefore.has(n)) ledger.push({ id, idx: saved.body.entry.idx, n });
    },
    async files(server: number) {
      const n = `file ${randomUUID()}`;
      const content = randomBytes(20_000);
      const file = { name: 'a.bin', size: content.length, type: 'application/octet-stream' };
      const policy = await insist(server, `/v1.0/form/${form}/uploadPolicy`, { body: file });
      if (policy?.status !== 200) return;
      const body = multipartBody(partsOf(policy.body, content));
      const stored = await ask(server, 'POST', '/storage/', { body, headers: { 'content-type': multipartType } });
      if (stored?.status !== 201) return;
      const answer = { ...file, storageKey: policy.body.key, storageBucket: policy.body.bucket, url: policy.body.url };
      const headers = { 'idempotency-key': n };
      const data = { n, files: [answer] };
      const reply = await insist(server, '/v1.0/entry/submit', { key, headers, body: { form, data } });
      const hash = createHash('sha256').update(content).digest('hex');
      if (reply === undefined) unknown.add(n);
      else if (reply.status === 200) ledger.push({ id: reply.body.entryId, idx: reply.body.entry.idx, n, hash });
      await sleep(500);
    },
  };

  const drive = async (act: (server: number) => Promise<void>, at: number) => {
    for (let count = at; !isOver; count += 1) {
      if (!isPaused) {
        actsInProgress += 1;
        await act(count % urls.length).finally(() => (actsInProgress -= 1));
      }
      await sleep(paceMs);
    }
  };
  const askBare = async (url: string) => {
    while (!isOver) {
      const begun = performance.now();
      if (!isQuiet) await (await fetch(`${url}/health/live`)).text();
      bare.push({ begun, ended: performance.now() });
      await sleep(bareEveryMs);
    }
  };
  const driven = Object.entries(people).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => drive(acts[kind as keyof typeof acts], at)),
  );
  driven.push(...urls.map(askBare));
  return {
    bare,
    ledger,
    unknown,
    sent,
    doneBefore,
    async pause() {
      isPaused = true;
      while (actsInProgress > 0) await sleep(10);
    },
    async hush() {
      isQuiet = true;
      while (requests > 0) await sleep(10);
    },
    resume() {
      isPaused = false;
      isQuiet = false;
    },
    async stop() {
      isOver = true;
      await Promise.all(driven);
    },
  };
}
