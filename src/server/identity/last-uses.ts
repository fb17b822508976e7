// Remembers when a session or key was used, without a write for each request: one that was noted in the last minute is not
// noted again, and what is noted is written a moment later, many at once. [identity.keys.use] [identity.sessions]
import type { Clock, ServiceLog } from '../services.ts';
import type { Db } from '../store/db.ts';
import { type LastUse, setKeyUses, setSessionUses } from '../store/last-uses.ts';

export interface LastUses {
  session(id: string, ip: string): void;
  key(id: string, ip: string): void;
  /** Writes what is noted. */
  flush(): Promise<void>;
}

/** What is shown may be older by this. */
const noteAgainMs = 60_000;
const writeAfterMs = 10_000;
/** Of each kind; beyond these all are forgotten and noted again. */
const maxRemembered = 10_000;

export function createLastUses({ db, clock, log }: { db: Db; clock: Clock; log: ServiceLog }): LastUses {
  const sessions = createNotes((uses) => setSessionUses(db.sql, uses));
  const keys = createNotes((uses) => setKeyUses(db.sql, uses));
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await Promise.all([sessions.write(), keys.write()]);
  }

  function note(notes: Notes, id: string, ip: string): void {
    if (!notes.add({ id, ip, now: clock.now() })) return;
    timer ??= setTimeout(
      () => flush().catch((error) => log.warn({ error: String(error) }, 'last uses were not written')),
      writeAfterMs,
    ).unref();
  }

  return { session: (id, ip) => note(sessions, id, ip), key: (id, ip) => note(keys, id, ip), flush };
}

type Notes = ReturnType<typeof createNotes>;

function createNotes(write: (uses: readonly LastUse[]) => Promise<void>) {
  let waiting = new Map<string, LastUse>();
  const notedAt = new Map<string, number>();
  return {
    /** Whether there is something to write now. */
    add({ id, ip, now }: { id: string; ip: string; now: number }): boolean {
      const last = notedAt.get(id);
      // A clock that was set back notes again.
      if (last !== undefined && now - last < noteAgainMs && now >= last) return false;
      if (notedAt.size >= maxRemembered) notedAt.clear();
      notedAt.set(id, now);
      waiting.set(id, { id, ip, time: new Date(now).toISOString() });
      return true;
    },
    async write(): Promise<void> {
      if (waiting.size === 0) return;
      const uses = [...waiting.values()];
      waiting = new Map();
      try {
        await write(uses);
      } catch (error) {
        // They are noted again with the next request.
        for (const { id } of uses) notedAt.delete(id);
        throw error;
      }
    },
  };
}
