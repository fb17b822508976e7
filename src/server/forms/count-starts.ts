// Counts how often forms are opened. Openings that come while the last ones are being counted are counted together, and nobody who
// opens a form waits long for its counters: somebody else may hold them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceLog } from '../base/log-types.ts';
import type { Db, Transaction } from '../store/connection/db.ts';
import { addFormStarts } from '../store/forms/forms.ts';

export interface StartCounts {
  /** Resolves when it is counted, or after a while, and is counted later. */
  add(form: string): Promise<void>;
}

const maxWaitMs = 2_000;

interface Waiting {
  starts: number;
  counted: Promise<void>;
}

export function createStartCounts(services: { db: Db; log: ServiceLog }): StartCounts {
  const { db, log } = services;
  const waitingOf = new Map<string, Waiting>();

  function open(form: string): Waiting {
    const waiting: Waiting = { starts: 0, counted: Promise.resolve() };
    waitingOf.set(form, waiting);
    waiting.counted = count(form, waiting).finally(() => {
      if (waitingOf.get(form) === waiting) waitingOf.delete(form);
    });
    waiting.counted.catch((error) => log.warn({ form, error: String(error) }, 'openings of a form were not counted'));
    return waiting;
  }

  async function count(form: string, waiting: Waiting): Promise<void> {
    const add = async (tx: Transaction) => {
      // From here on the next ones are counted together.
      if (waitingOf.get(form) === waiting) waitingOf.delete(form);
      await addFormStarts(tx, form, waiting.starts);
    };
    await db.transaction(add, { lane: form });
  }

  return {
    async add(form) {
      const waiting = waitingOf.get(form) ?? open(form);
      waiting.starts += 1;
      const isOver = new AbortController();
      const late = sleep(maxWaitMs, undefined, { signal: isOver.signal }).catch(() => {});
      try {
        await Promise.race([waiting.counted, late]);
      } finally {
        isOver.abort();
      }
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly starts: StartCounts;
  }
}
