// One endpoint under faults: at every exchange that its request makes with the database, before and after, each kind in turn.
import type { Reply } from '../support/send.ts';
import type { Endpoint, Prepared } from './endpoint.ts';
import type { Fault, FaultKind } from './proxy.ts';
import { findRemains, type World } from './world.ts';

export interface FaultFigures {
  faults: number;
  processEnds: number;
  slowestMs: number;
  /** By status. */
  readonly answers: Record<number, number>;
  /** What broke a rule, in words. */
  readonly wrong: string[];
}

export function newFigures(): FaultFigures {
  return { faults: 0, processEnds: 0, slowestMs: 0, answers: {}, wrong: [] };
}

export const maxResponseMs = 15_000;
/** More exchanges than any request makes. */
const maxExchanges = 80;

export async function injectFaults(
  world: World,
  endpoint: Endpoint,
  options: { readonly kinds: readonly FaultKind[]; readonly figures: FaultFigures; readonly isCold?: boolean },
): Promise<void> {
  const { figures, kinds } = options;
  // Without a fault it works; with the second time, statements are prepared.
  for (let time = 0; time < 2; time += 1) {
    const reply = await (await endpoint.prepare(world)).send();
    if (reply.status >= 400) figures.wrong.push(`${endpoint.name}: ${reply.status} without a fault: ${reply.text}`);
  }
  for (const kind of kinds) {
    for (const when of ['before', 'after'] as const) {
      for (let exchange = 1; exchange <= maxExchanges; exchange += 1) {
        if (world.hasEnded()) return;
        const hasFired = await injectOne(world, endpoint, { fault: { exchange, when, kind }, ...options });
        if (!hasFired) break;
      }
    }
  }
  const remains = await waitForRest(world);
  if (remains.length > 0) figures.wrong.push(`${endpoint.name}: left behind ${JSON.stringify(remains)}`);
}

async function injectOne(
  world: World,
  endpoint: Endpoint,
  { fault, figures, isCold }: { fault: Fault; figures: FaultFigures; isCold?: boolean },
): Promise<boolean> {
  const { proxy } = world;
  const prepared = await prepareAgain(world, endpoint);
  const name = `${endpoint.name}, ${fault.kind} ${fault.when} exchange ${fault.exchange}`;
  if (isCold) proxy.dropAll();
  proxy.setFault(fault);
  const started = performance.now();
  const reply = await Promise.race([
    prepared.send().catch((error: Error) => error),
    new Promise<undefined>((done) => setTimeout(done, maxResponseMs + 5_000, undefined).unref()),
  ]);
  const ms = Math.round(performance.now() - started);
  const hasFired = proxy.hasFired();
  proxy.setFault(undefined);
  if (!hasFired) {
    if (!isOk(reply)) figures.wrong.push(`${name}: did not happen, but ${describe(reply)}`);
    return false;
  }
  figures.faults += 1;
  figures.slowestMs = Math.max(figures.slowestMs, ms);
  if (reply !== undefined && !(reply instanceof Error))
    figures.answers[reply.status] = (figures.answers[reply.status] ?? 0) + 1;
  if (world.hasEnded()) {
    figures.processEnds += 1;
    figures.wrong.push(`${name}: the process ended\n${world.server.log().slice(-1500)}`);
    return false;
  }
  if (ms > maxResponseMs) figures.wrong.push(`${name}: ${ms} ms`);
  if (!isOk(reply) && !isRetryLater(reply)) figures.wrong.push(`${name}: ${describe(reply)}`);
  if (fault.kind === 'delay' && !isOk(reply)) figures.wrong.push(`${name}: ${describe(reply)} after a delay`);
  const done = await countDone(prepared, isOk(reply) ? 1 : 0);
  if (done !== undefined && (done > 1 || (isOk(reply) && done !== 1))) {
    figures.wrong.push(`${name}: done ${done} times, ${describe(reply)}`);
  }
  return true;
}

/** The connection that a fault broke may still be on its way out: whoever prepares tries again, as any caller would. */
async function prepareAgain(world: World, endpoint: Endpoint): Promise<Prepared> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await endpoint.prepare(world);
    } catch (error) {
      if (tries === 3 || world.hasEnded()) throw error;
    }
  }
}

/** A statement whose connection was cut may still run on the server: looked at again until it says what it must. */
async function countDone({ countDone }: Prepared, expected: number): Promise<number | undefined> {
  if (countDone === undefined) return undefined;
  for (let tries = 0; ; tries += 1) {
    const done = await countDone();
    if (done >= expected || tries === 5) return done;
    await new Promise((again) => setTimeout(again, 100));
  }
}

async function waitForRest(world: World): Promise<unknown[]> {
  for (let tries = 0; ; tries += 1) {
    const remains = await findRemains(world);
    if (remains.length === 0 || tries === 30) return remains;
    await new Promise((again) => setTimeout(again, 200));
  }
}

type Outcome = Reply | Error | undefined;

function isOk(reply: Outcome): boolean {
  return reply !== undefined && !(reply instanceof Error) && reply.status < 400;
}

function isRetryLater(reply: Outcome): boolean {
  if (reply === undefined || reply instanceof Error || reply.status !== 503) return false;
  return /^\d+$/.test(reply.headers.get('retry-after') ?? '') || reply.text === '{"status":"unavailable"}';
}

function describe(reply: Outcome): string {
  if (reply === undefined) return 'no answer';
  return reply instanceof Error
    ? `${reply.message} ${reply.cause ?? ''}`
    : `${reply.status} ${reply.text.slice(0, 300)}`;
}
