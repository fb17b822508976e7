// GET /entry/{entryId} and PATCH /entry/{entryId}. [entries.get] [entries.template.name]

import type { ApiEntry } from '../../api-types/entries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { presentEntry } from '../entry-facts/present-entry.ts';
import { errors } from '../errors.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import { isoNow, type Services } from '../services.ts';
import { type EntryRow, setEntryName } from '../store/entries.ts';
import { getOwnEntry } from './edit-entry.ts';
import { refuseTransition } from './open-draft.ts';

/** A deleted entry is still answered, with its status and deletedAt. */
export async function getEntry(
  request: ApiRequest<{ entryId: string }>,
  services: Services,
): Promise<ApiResponse<ApiEntry>> {
  const row = await getOwnEntry(request.params.entryId, request, services);
  await noteView(row, request, services);
  return ApiResponse.ofJson(presentEntry(row, services));
}

/** Where the account wants to know. [identity.audit.views] */
export async function noteView(row: EntryRow, request: ApiRequest, services: Services): Promise<void> {
  if (!(await services.accountSettings.get(row.account)).auditViews) return;
  const audited = { action: 'entryView', object: 'entry', objectId: row.id, detail: { form: row.form } } as const;
  await recordAudit(services.db.sql, audited, request, services);
}

export interface NamePayload {
  readonly name: string | null;
}

export async function renameEntry(
  request: ApiRequest<{ entryId: string }, unknown, NamePayload>,
  services: Services,
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
