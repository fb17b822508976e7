// Gives new lines their place in the chain of their account: each hash covers the line and the hash before it, and is made with
// the service's secret, so that nobody who only reaches the database can make one. Done a moment after the lines are written,
// many at once: requests of an account do not wait for each other. [identity.audit.chain]
import { createHash, createHmac } from 'node:crypto';
import type { ServiceLog } from '../base/log-types.ts';
import { runLater } from '../base/request-scope.ts';
import type { Db } from '../store/connection/db.ts';
import {
  type AuditHead,
  type AuditLine,
  addToChain,
  type ChainedLine,
  type ChainPlace,
  listAuditHeads,
  listPendingLines,
  takeChaining,
} from '../store/identity/audit.ts';

export interface AuditChain {
  /** There are new lines, or will be once a transaction ends. */
  wake(): void;
  /** Chains all that can be seen. */
  run(): Promise<void>;
  /** No more after this. */
  stop(): Promise<void>;
}

const wakeMs = 500;
const linesAtOnce = 250;
export const firstHash = '';

export function createAuditChain({ db, key, log }: { db: Db; key: Buffer; log: ServiceLog }): AuditChain {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  async function chainAll(): Promise<void> {
    for (let chained = linesAtOnce; chained === linesAtOnce; ) {
      chained = await db.transaction(async (tx) => {
        if (!(await takeChaining(tx))) return 0;
        const lines = await listPendingLines(tx, linesAtOnce);
        if (lines.length === 0) return 0;
        const heads = await listAuditHeads(tx, [...new Set(lines.map(({ account }) => account))]);
        await addToChain(tx, appendLines(lines, heads, key));
        return lines.length;
      });
    }
  }

  function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running ??= chainAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    wake() {
      if (isStopped) return;
      timer ??= runLater(
        () => run().catch((error) => log.warn({ error: String(error) }, 'the audit trail is chained later')),
        wakeMs,
      );
    },
    run,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running?.catch(() => {});
    },
  };
}

export function appendLines(
  lines: readonly AuditLine[],
  heads: readonly AuditHead[],
  key: Buffer,
): { places: ChainPlace[]; heads: AuditHead[] } {
  const headOf = new Map(heads.map((head) => [head.account, { seq: head.seq, hash: head.hash }]));
  const keyMark = markOf(key);
  const places = lines.map((line): ChainPlace => {
    const { account } = line;
    const head = headOf.get(account) ?? { seq: 0, hash: firstHash };
    const place = { seq: head.seq + 1, hash: hashLine(line, { seq: head.seq + 1, before: head.hash }, key) };
    headOf.set(account, place);
    return { account, line: line.id, keyMark, ...place };
  });
  return {
    places,
    heads: [...headOf].map(([account, head]) => ({ account, ...head, mark: markHead({ account, ...head }, key) })),
  };
}

/** Of the line as it is stored, its number and the hash before it. */
export function hashLine(line: AuditLine, { seq, before }: { seq: number; before: string }, key: Buffer): string {
  const { id, account, time, action, user, email, credential, keyId, ip, userAgent, object, objectId, name, detail } =
    line;
  const facts = [
    id,
    account,
    time,
    action,
    user,
    email,
    credential,
    keyId,
    ip,
    userAgent,
    object,
    objectId,
    name,
    detail,
  ];
  return createHmac('sha256', key)
    .update(JSON.stringify([before, seq, ...facts]))
    .digest('base64url');
}

/** Whether the line is there and is the one that was chained; one chained with another secret cannot be checked. */
export function isLineOfPlace(place: ChainedLine, before: string | undefined, key: Buffer): boolean {
  const { line, seq, hash, keyMark } = place;
  if (line === undefined) return false;
  if (keyMark !== markOf(key)) return true;
  return before !== undefined && hashLine(line, { seq, before }, key) === hash;
}

export function markHead(head: { account: string; seq: number; hash: string }, key: Buffer): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['head', head.account, head.seq, head.hash]))
    .digest('base64url');
}

/** Tells keys apart and nothing of them. */
export function markOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}

declare module '../base/services.ts' {
  interface Services {
    readonly auditChain: AuditChain;
  }
}
