// The state at the target: it stores the text that it is sent, together with what it made of the changes, and gives it back when a relay
// begins. [relay.state.target]
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command.ts';
import { type Followed, type RelayState, readState } from './relay-state.ts';
import type { StateStore } from './state-file.ts';
import { pauseAfter, send, type Target } from './target.ts';

/** For small texts a header will do. */
const cursorHeader = 'relay-cursor';
const maxResponseBytes = 64 * 1024 * 1024;

export interface TargetStateOptions {
  readonly followed: Followed;
  readonly signal: AbortSignal;
  /** Told of each attempt that failed. */
  readonly onFailure: (error: string) => void;
}

export function stateAtTarget(target: Target, { followed, signal, onFailure }: TargetStateOptions): StateStore {
  const name = `the target ${target.url}`;
  const tell = async (type: string, data: object): Promise<Response> => {
    const event = {
      id: `relay-${randomUUID()}`,
      body: JSON.stringify({ type, timestamp: new Date(target.now()).toISOString(), data }),
    };
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await send(target, event);
      if (outcome.kind === 'delivered') return outcome.response;
      if (outcome.kind === 'gone') throw new CommandError(`${name} responded with 410: it wants nothing any more.`);
      onFailure(outcome.error);
      if (signal.aborted)
        throw new CommandError(
          `${name} did not take the cursor (${outcome.error}): the next run sends again what it had.`,
        );
      const pause = Math.max(outcome.pauseMs, pauseAfter(attempts, Math.random));
      // Told to stop meanwhile: one more try.
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  };
  return {
    name,
    load: async () => {
      const { service, form } = followed;
      const response = await tell('relay.started', { service, form });
      const cursor = response.headers.get(cursorHeader) ?? (await readCursor(response, name));
      if (cursor === undefined || cursor === '') return undefined;
      return readState(Buffer.from(cursor, 'base64url').toString('utf8'), `The cursor of ${name}`);
    },
    save: async (state: RelayState) => {
      const cursor = Buffer.from(JSON.stringify(state)).toString('base64url');
      const response = await tell('relay.cursor', { cursor });
      await response.body?.cancel();
    },
  };
}

/** `{"cursor": "..."}`; a target that has none yet may respond with anything else. */
async function readCursor(response: Response, name: string): Promise<string | undefined> {
  const text = await readText(response, name);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { cursor } = (typeof body === 'object' && body !== null ? body : {}) as { cursor?: unknown };
  if (cursor === undefined || cursor === null) return undefined;
  if (typeof cursor !== 'string') throw new CommandError(`The cursor of ${name} must be a text.`);
  return cursor;
}

async function readText(response: Response, name: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxResponseBytes) throw new CommandError(`What ${name} returned is too large for a cursor.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
