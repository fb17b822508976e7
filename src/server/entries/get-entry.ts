// GET /entry/{entryId} and PATCH /entry/{entryId}. [entries.get] [entries.template.name]

import type { ApiEntry } from '../../api-types/entries.ts';
import { presentEntry } from '../entry-facts/present-entry.ts';
import { errors } from '../errors.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import { isoNow, type Services } from '../services.ts';
import { setEntryName } from '../store/entries.ts';
import { getOwnEntry } from './edit-entry.ts';
import { refuseTransition } from './open-draft.ts';

/** A deleted entry is still answered, with its status and deletedAt. */
export async function getEntry(
  request: ApiRequest<{ entryId: string }>,
  services: Services,
): Promise<ApiResponse<ApiEntry>> {
  return ApiResponse.ofJson(presentEntry(await getOwnEntry(request.params.entryId, request, services), services));
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
  const renamed = await setEntryName(services.db.sql, change);
  // Deleted between the look and the write.
  if (renamed === undefined) throw errors.refused('editDeleted');
  return ApiResponse.ofJson(presentEntry(renamed, services));
}
