// Remembers when a session or key was used, without a write for each request: one that was noted in the last minute is not
// noted again, and what is noted is written a moment later, many at once. [identity.keys.use] [identity.sessions]
import type { Clock } from '../base/clock.ts';
import type { ServiceLog } from '../base/log-types.ts';
import { runLater } from '../base/request-scope.ts';
import type { Db } from '../store/connection/db.ts';
import { type LastUse, setKeyUses, setSessionUses } from '../store/identity/last-uses.ts';

export interface LastUses {
  /** `isOfApp`: the token came in the cookie of the management app. */
  session(id: string, use: { ip: string; isOfApp: boolean }): void;
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

  function note(notes: Notes, use: Omit<LastUse, 'time'>): void {
    if (!notes.add(use, clock.now())) return;
    timer ??= runLater(
      () => flush().catch((error) => log.warn({ error: String(error) }, 'last uses were not written')),
      writeAfterMs,
    );
  }

  return {
    session: (id, use) => note(sessions, { id, ...use }),
    key: (id, ip) => note(keys, { id, ip, isOfApp: false }),
    flush,
  };
}

type Notes = ReturnType<typeof createNotes>;

function createNotes(write: (uses: readonly LastUse[]) => Promise<void>) {
  let waiting = new Map<string, LastUse>();
  const noted = new Map<string, { readonly at: number; readonly isOfApp: boolean }>();
  return {
    /** Whether there is something to write now. */
    add(use: Omit<LastUse, 'time'>, now: number): boolean {
      const { id, isOfApp } = use;
      const last = noted.get(id);
      // A clock that was set back notes again.
      const isRecent = last !== undefined && now - last.at < noteAgainMs && now >= last.at;
      // The first use in the cookie is noted in any case: it decides what the session is.
      if (isRecent && (last.isOfApp || !isOfApp)) return false;
      if (noted.size >= maxRemembered) noted.clear();
      noted.set(id, { at: now, isOfApp });
      waiting.set(id, { ...use, time: new Date(now).toISOString() });
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
        for (const { id } of uses) noted.delete(id);
        throw error;
      }
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly lastUses: LastUses;
  }
}
