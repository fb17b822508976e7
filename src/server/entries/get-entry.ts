// GET /entry/{entryId} and PATCH /entry/{entryId}. [entries.get] [entries.template.name]

import type { ApiEntry } from '../../api-types/entries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { presentEntry } from '../entry-facts/present-entry.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import { setEntryName } from '../store/entries/entries.ts';
import { getOwnEntry } from './edit-entry.ts';
import { refuseTransition } from './open-draft.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'db' | 'secrets' | 'auditChain'>;

/** A deleted entry is still answered, with its status and deletedAt. */
export async function getEntry(
  request: ApiRequest<{ entryId: string }>,
  services: Pick<Services, 'config' | 'db' | 'secrets'>,
): Promise<ApiResponse<ApiEntry>> {
  const row = await getOwnEntry(request.params.entryId, request, services);
  return ApiResponse.ofJson(presentEntry(row, services));
}

export interface NamePayload {
  readonly name: string | null;
}

export async function renameEntry(
  request: ApiRequest<{ entryId: string }, unknown, NamePayload>,
  services: Needs,
): Promise<ApiResponse<ApiEntry>> {
  const row = await getOwnEntry(request.params.entryId, request, services);
  refuseTransition(row, 'rename');
  const change = { id: row.id, name: request.payload.name || null, time: isoNow(services.clock) };
  const renamed = await services.db.transaction(async (tx) => {
    const audited = { action: 'entryRename', object: 'entry', objectId: row.id, detail: { form: row.form } } as const;
    const written = await setEntryName(tx, change);
    if (written !== undefined) await recordAudit(tx, { ...audited, name: change.name ?? undefined }, request, services);
    return written;
  });
  // Deleted between the look and the write.
  if (renamed === undefined) throw errors.refused('editDeleted');
  return ApiResponse.ofJson(presentEntry(renamed, services));
}
