// Whether the audit trail is whole: no line changed, none missing in the middle, at the start or at the end.
// [identity.audit.verify]
import type { Services } from '../base/services.ts';
import {
  type AuditHead,
  type ChainedLine,
  countPendingLines,
  countStrayLines,
  listAuditedAccounts,
  listAuditHeads,
  listChain,
} from '../store/identity/audit.ts';
import { firstHash, hashLine, markHead, markOf } from './chain-audit.ts';

export interface AuditReport {
  readonly isWhole: boolean;
  readonly accounts: readonly AccountReport[];
  /** Written a moment ago, without a place in the chain yet. */
  readonly pending: number;
  /** Lines that came into the table by another way. */
  readonly strays: number;
}

export interface AccountReport {
  readonly account: string;
  /** Places that were looked at. */
  readonly lines: number;
  /** The last place and its hash: whoever keeps them elsewhere can tell later whether the trail is still the same. */
  readonly last: { readonly seq: number; readonly hash: string };
  /** Made with another secret of the service: they cannot be checked with this one. */
  readonly withOtherSecret: number;
  readonly problems: readonly AuditProblem[];
}

export interface AuditProblem {
  readonly seq: number;
  readonly line?: string;
  readonly problem: 'changed' | 'missing' | 'gap' | 'startMissing' | 'endMissing' | 'headChanged';
}

const linesAtOnce = 250;
/** Enough to see what is wrong. */
const maxProblems = 100;

export async function verifyAudit(services: Pick<Services, 'db' | 'secrets' | 'auditChain'>): Promise<AuditReport> {
  const { sql } = services.db;
  await services.auditChain.run();
  const accounts: AccountReport[] = [];
  for (const account of await listAuditedAccounts(sql)) accounts.push(await verifyAccount(account, services));
  const [pending, strays] = [await countPendingLines(sql), await countStrayLines(sql)];
  const isWhole = strays === 0 && accounts.every(({ problems }) => problems.length === 0);
  return { isWhole, accounts, pending, strays };
}

async function verifyAccount(
  account: string,
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
): Promise<AccountReport> {
  const key = secrets.audit;
  // First: lines that come meanwhile are beyond it.
  const [head] = await listAuditHeads(db.sql, [account]);
  const walk = startWalk(key);
  let after = 0;
  for (;;) {
    const page = await listChain(db.sql, { account, after, limit: linesAtOnce });
    for (const place of page) if (head === undefined || place.seq <= head.seq) walk.take(place);
    after = page.at(-1)?.seq ?? after;
    if (page.length < linesAtOnce || (head !== undefined && after >= head.seq)) break;
  }
  return walk.end(account, head);
}

function startWalk(key: Buffer) {
  const keyMark = markOf(key);
  const problems: AuditProblem[] = [];
  let last = { seq: 0, hash: firstHash };
  let lines = 0;
  let withOtherSecret = 0;
  /** Where the chain may rightly begin: after what the retention removed, as a later line says. */
  let begin: ChainedLine | undefined;
  let expired = { seq: 0, hash: firstHash };

  const note = (problem: AuditProblem) => {
    if (problems.length < maxProblems) problems.push(problem);
  };

  function check({ seq, hash, keyMark: mark, line, lineId }: ChainedLine, before: string): void {
    if (line === undefined) note({ seq, line: lineId, problem: 'missing' });
    else if (mark !== keyMark) withOtherSecret += 1;
    else if (hashLine(line, { seq, before }, key) !== hash) note({ seq, line: lineId, problem: 'changed' });
  }

  return {
    take(place: ChainedLine): void {
      lines += 1;
      if (lines === 1 && place.seq > 1) {
        // The hash before it is gone with the line; the line that tells of the removal has it.
        begin = place;
      } else {
        if (place.seq !== last.seq + 1) note({ seq: last.seq + 1, problem: 'gap' });
        check(place, last.hash);
      }
      if (place.line?.action === 'auditExpire') expired = readExpired(place.line.detail) ?? expired;
      last = { seq: place.seq, hash: place.hash };
    },
    end(account: string, head: AuditHead | undefined): AccountReport {
      if (begin !== undefined) {
        if (expired.seq + 1 === begin.seq) check(begin, expired.hash);
        else note({ seq: expired.seq + 1, problem: 'startMissing' });
      }
      if (head === undefined) note({ seq: last.seq, problem: 'headChanged' });
      else {
        if (head.seq !== last.seq || head.hash !== last.hash) note({ seq: last.seq + 1, problem: 'endMissing' });
        if (head.mark !== markHead(head, key) && withOtherSecret < lines)
          note({ seq: head.seq, problem: 'headChanged' });
      }
      return { account, lines, last, withOtherSecret, problems };
    },
  };
}

function readExpired(detail: string | null): { seq: number; hash: string } | undefined {
  if (detail === null) return undefined;
  const { upTo, hash } = JSON.parse(detail) as { upTo?: unknown; hash?: unknown };
  return typeof upTo === 'number' && typeof hash === 'string' ? { seq: upTo, hash } : undefined;
}
