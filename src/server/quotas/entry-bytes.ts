// How many bytes of entry data an account and a form hold, for their quotas. The statements that write entries count them in the
// form's counters (store/insert-text.ts, write-entries.ts, entries.ts), so that the numbers are right whichever process wrote or
// deleted; here they are read now and then, and not for each submit. A limit may be exceeded by what arrives within that time.
// [limits.quotas.entry-bytes]
import type { Db } from '../store/connection/db.ts';
import { findEntryBytes } from '../store/entries/entry-quotas.ts';
import type { Quotas } from './quotas.ts';

export interface EntryBytes {
  /** Counts data that is about to be written. Answers a limit that leaves no room for it. */
  take(data: BytesToTake): Promise<FullBytes | undefined>;
}

export interface FullBytes {
  readonly limit: 'entryBytes' | 'form.entryBytes';
  readonly mostBytes: number;
}

export interface BytesToTake {
  readonly account: string;
  readonly form: string;
  /** What the entry grows by. */
  readonly bytes: number;
  readonly isAnonymous: boolean;
}

/** Older numbers are read again beside the request; */
const lookEveryMs = 5_000;
/** much older ones before it, */
const maxAgeMs = 30_000;
/** and before a refusal those that are older than this: what was deleted makes room. */
const refusalAgeMs = 1_000;
const maxForms = 10_000;

interface Known {
  readonly at: number;
  readonly account: number;
  readonly form: number;
  /** By this process since. */
  added: number;
}

export function createEntryBytes(
  { db, quotas }: { db: Db; quotas: Quotas },
  now: () => number = () => performance.now(),
): EntryBytes {
  const known = new Map<string, Known>();
  const looking = new Map<string, Promise<Known>>();

  async function read({ account, form }: BytesToTake): Promise<Known> {
    const at = now();
    const found = await findEntryBytes(db.sql, { account, form });
    const fresh = { at, ...found, added: 0 };
    known.delete(form);
    known.set(form, fresh);
    const [oldest] = known.keys();
    if (known.size > maxForms && oldest !== undefined) known.delete(oldest);
    return fresh;
  }

  function look(data: BytesToTake): Promise<Known> {
    const begun = looking.get(data.form) ?? read(data).finally(() => looking.delete(data.form));
    looking.set(data.form, begun);
    return begun;
  }

  return {
    async take(data) {
      const limits = await quotas.limitsOf(data.account);
      const max = {
        account: quotas.mostFor(limits.entryBytes, data.isAnonymous),
        form: quotas.mostFor(limits['form.entryBytes'], data.isAnonymous),
      };
      if (data.bytes <= 0 || (max.account === 0 && max.form === 0)) return undefined;
      const fullOf = (use: Known): FullBytes | undefined => {
        const isFull = (of: 'account' | 'form') => max[of] > 0 && use[of] + use.added + data.bytes > max[of];
        if (isFull('account')) return { limit: 'entryBytes', mostBytes: max.account };
        return isFull('form') ? { limit: 'form.entryBytes', mostBytes: max.form } : undefined;
      };
      const ageOf = (use: Known | undefined) => (use === undefined ? Number.POSITIVE_INFINITY : now() - use.at);
      let use = known.get(data.form);
      if (use === undefined || ageOf(use) >= maxAgeMs) use = await look(data);
      else if (ageOf(use) >= lookEveryMs) {
        // Without the database the write fails too, and says so; these numbers stay as they are.
        look(data).catch(() => {});
      }
      if (fullOf(use) !== undefined && ageOf(use) >= refusalAgeMs) use = await look(data);
      const full = fullOf(use);
      if (full === undefined) use.added += data.bytes;
      return full;
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly entryBytes: EntryBytes;
  }
}
