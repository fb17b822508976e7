// Who may continue an entry: a credential of its account, or its bewit; and only while it is a draft.
// [identity.bewit] [entries.transitions]
import { nextStatus, statusFromNumber, type Trigger } from '../../core/plan/entry-status.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { readBewit } from '../entry-facts/bewit.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { type EntryRow, findEntry } from '../store/entries/entries.ts';

export interface Draft {
  readonly row: EntryRow;
  /** Set when a bewit opened the door; the write confirms it. */
  readonly bewitGeneration: number | null;
}

export async function openDraft(
  input: { entryId: string; request: ApiRequest<unknown, { bewit?: string }>; trigger: Trigger },
  services: Pick<Services, 'clock' | 'db' | 'secrets'>,
): Promise<Draft> {
  const { entryId, request, trigger } = input;
  const row = await getOwnEntry(entryId, request, services);
  refuseTransition(row, trigger);
  if (request.caller !== undefined) return { row, bewitGeneration: null };
  // A link from before a submit stays dead even when the entry is a draft again.
  const generation = bewitGenerationOf(entryId, request, services);
  if (generation !== row.bewitGeneration) throw errors.invalidBewit();
  return { row, bewitGeneration: generation };
}

/** The entry, if this caller may see it at all. A bewit is checked before anything is said of the entry. */
async function getOwnEntry(
  entryId: string,
  request: ApiRequest<unknown, { bewit?: string }>,
  services: Pick<Services, 'clock' | 'db' | 'secrets'>,
): Promise<EntryRow> {
  if (request.caller === undefined) bewitGenerationOf(entryId, request, services);
  const row = await findEntry(services.db.sql, entryId);
  if (row === undefined) throw errors.entryNotFound(entryId);
  if (request.caller !== undefined && request.caller.account !== row.account) throw errors.insufficientPermissions();
  return row;
}

function bewitGenerationOf(
  entryId: string,
  request: ApiRequest<unknown, { bewit?: string }>,
  services: Pick<Services, 'clock' | 'secrets'>,
): number {
  const { bewit = '' } = request.query;
  return readBewit(bewit, { entry: entryId, key: services.secrets.bewit, now: services.clock.now() });
}

/** Throws the refusal of core's table of transitions, if there is one. */
export function refuseTransition(row: EntryRow, trigger: Trigger): void {
  const status = statusFromNumber(row.status);
  if (status === undefined) throw new Error(`Entry ${row.id} has the unknown status ${row.status}.`);
  const transition = nextStatus(status, trigger);
  if (!transition.allowed) throw errors.refused(transition.refusal);
}
