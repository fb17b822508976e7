// What requests leave to a job, because a crash may come between any two of their steps: files that were claimed for entries
// which never came to be, and files that drafts no longer show. docs/choices.md "Files have owners".
// [files.life.crash]
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import {
  type ClaimToCheck,
  confirmClaims,
  endUnheldFiles,
  listClaimsToCheck,
  listDropped,
  lockFiles,
  releaseDropped,
  releaseHolders,
  undropFiles,
  unuseUnheldFiles,
} from '../store/files/file-holders.ts';

/** No request takes as long from its claim to its commit. */
const claimMs = 3_600_000;
const batchSize = 200;

/** When a claim that is made now is looked at. */
export function checkTimeOf({ clock }: Pick<Services, 'clock'>): string {
  return new Date(clock.now() + claimMs).toISOString();
}

export interface ReconciledHolders {
  /** Claims whose entry did not come to be, or does not list the PDF. */
  readonly unheld: number;
  /** Files that drafts had dropped long enough ago. */
  readonly dropped: number;
}

export async function reconcileFileHolders(
  services: Pick<Services, 'config' | 'clock' | 'db'>,
): Promise<ReconciledHolders> {
  return { unheld: await checkClaims(services), dropped: await endDropped(services) };
}

async function checkClaims(services: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const { db, clock } = services;
  let unheld = 0;
  for (;;) {
    const now = isoNow(clock);
    const claims = await listClaimsToCheck(db.sql, { now, limit: batchSize });
    const broken = claims.filter(isBroken);
    const good = claims.filter((claim) => !isBroken(claim));
    await db.transaction(async (tx) => {
      const keys = broken.map((claim) => claim.storageKey);
      await lockFiles(tx, keys);
      await releaseHolders(tx, broken);
      const made = broken.filter(({ kind }) => kind === 'generated').map((claim) => claim.storageKey);
      await endUnheldFiles(tx, { keys: made, time: now });
      await unuseUnheldFiles(tx, keys);
      await confirmClaims(
        tx,
        good.map((claim) => ({ ...claim, droppedAt: isUnnamedInDraft(claim) ? now : null })),
      );
    });
    unheld += broken.length;
    if (claims.length < batchSize) return unheld;
  }
}

/** Nothing was written, or the entry is gone; or it came to be without the PDF, whose write was given up. */
function isBroken({ kind, status, isNamed }: ClaimToCheck): boolean {
  if (status === null || status === entryStatusNumber('deleted')) return true;
  return kind === 'generated' && !isNamed;
}

function isUnnamedInDraft({ kind, isDraft, isNamed }: ClaimToCheck): boolean {
  return kind === 'upload' && isDraft && !isNamed;
}

async function endDropped({ db, clock, config }: Pick<Services, 'config' | 'clock' | 'db'>): Promise<number> {
  let ended = 0;
  for (;;) {
    const now = isoNow(clock);
    const before = new Date(clock.now() - config.unusedUploadHours * 3_600_000).toISOString();
    const dropped = await listDropped(db.sql, { before, limit: batchSize });
    const ending = dropped.filter(({ isToEnd }) => isToEnd);
    const keys = ending.map((pair) => pair.storageKey);
    ended += await db.transaction(async (tx) => {
      await lockFiles(tx, keys);
      await releaseDropped(tx, { before, pairs: ending });
      await undropFiles(
        tx,
        dropped.filter(({ isToEnd }) => !isToEnd),
      );
      return (await endUnheldFiles(tx, { keys, time: now })).length;
    });
    if (dropped.length < batchSize) return ended;
  }
}
