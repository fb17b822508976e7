// Counts how often forms are opened, started and sent, without a word about by whom: no cookie, no address, nothing that could
// tell two people apart. Counted in memory and written every few seconds, so that a visit costs no write of its own; a process
// that is killed loses those seconds. [insight.visits]
import type { Clock } from '../../base/clock.ts';
import type { ServiceLog } from '../../base/log-types.ts';
import { runLater } from '../../base/request-scope.ts';
import type { Db } from '../../store/connection/db.ts';
import { addVisits, type HourOfVisits, listKnownForms, type VisitKind } from '../../store/forms/form-visits.ts';

export interface VisitCounts {
  add(form: string, kind: VisitKind): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
}

const writeAfterMs = 5_000;
const hourMs = 3_600_000;
/** Forms and hours that wait to be written. Beyond them, of a database that takes nothing, further ones are not counted. */
const maxWaiting = 10_000;

type Waiting = Record<VisitKind, number> & { readonly form: string; readonly hour: number };

export function createVisitCounts({ db, clock, log }: { db: Db; clock: Clock; log: ServiceLog }): VisitCounts {
  let waiting = new Map<string, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function hourOf(form: string, hour: number): Waiting | undefined {
    const key = `${form} ${hour}`;
    const known = waiting.get(key);
    if (known !== undefined || waiting.size >= maxWaiting) return known;
    const added: Waiting = { form, hour, opened: 0, started: 0, sent: 0 };
    waiting.set(key, added);
    return added;
  }

  function putBack(counts: Iterable<Waiting>): void {
    for (const { form, hour, opened, started, sent } of counts) {
      const one = hourOf(form, hour);
      if (one === undefined) continue;
      one.opened += opened;
      one.started += started;
      one.sent += sent;
    }
    if (waiting.size > 0) writeSoon();
  }

  function writeSoon(): void {
    timer ??= runLater(
      () => flush().catch((error) => log.warn({ error: String(error) }, 'visits were not written yet')),
      writeAfterMs,
    );
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const counts = [...waiting.values()];
    waiting = new Map();
    try {
      const written = await addVisits(db.sql, counts.map(present));
      const left = counts.filter(({ form }) => !written.has(form));
      if (left.length === 0) return;
      const known = await listKnownForms(
        db.sql,
        left.map(({ form }) => form),
      );
      putBack(left.filter(({ form }) => known.has(form)));
    } catch (error) {
      putBack(counts);
      throw error;
    }
  }

  function flush(): Promise<void> {
    const next = writing.then(write);
    writing = next.catch(() => {});
    return next;
  }

  return {
    add(form, kind) {
      const one = hourOf(form, Math.floor(clock.now() / hourMs));
      if (one === undefined) return;
      one[kind] += 1;
      writeSoon();
    },
    flush,
  };
}

function present({ form, hour, opened, started, sent }: Waiting): HourOfVisits {
  return { form, hour: new Date(hour * hourMs).toISOString(), opened, started, sent };
}

declare module '../../base/services.ts' {
  interface Services {
    readonly visits: VisitCounts;
  }
}
