// GET /entry/{entryId}/resume and /clone: what the fill app opens. [entries.clone] [entries.resume]
import type { ClonedEntry, ResumedEntry } from '../../api-types/entries.ts';
import { statusFromNumber } from '../../core/entry-status.ts';
import { errors } from '../errors.ts';
import { formVersionHeaders } from '../forms/form-version.ts';
import { presentFormToFiller } from '../forms/present-form.ts';
import { refuseClosed } from '../forms/start-form.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import type { Services } from '../services.ts';
import { findEntry } from '../store/entries.ts';
import { draftTag } from './draft-version.ts';
import type { BewitQuery } from './fill-payload.ts';
import { isOrWasTemplate } from './is-or-was-template.ts';
import { refuseTransition } from './open-draft.ts';
import { resumeDraft } from './resume-draft.ts';

export async function resumeEntry(
  request: ApiRequest<{ entryId: string }, BewitQuery>,
  services: Services,
): Promise<ApiResponse<ResumedEntry>> {
  const { form, row } = await resumeDraft(request.params.entryId, request, services);
  const shown = JSON.stringify(presentFormToFiller(form));
  const status = statusFromNumber(row.status);
  const json = `{"form":${shown},"entry":{"id":"${row.id}","status":"${status}","data":${row.data}}}`;
  return ApiResponse.ofJson(json, { ...formVersionHeaders(form), etag: draftTag(row.data) });
}

/** Public for templates, deleted ones included: their 403 is for everybody. Any other entry needs a credential of its account. */
export async function cloneEntry(
  request: ApiRequest<{ entryId: string }>,
  services: Services,
): Promise<ApiResponse<ClonedEntry>> {
  const { entryId } = request.params;
  const row = await findEntry(services.db.sql, entryId);
  if (row === undefined) throw errors.entryNotFound(entryId);
  const { caller } = request;
  const isTemplate = isOrWasTemplate(row);
  if (caller === undefined && !isTemplate) throw errors.missingAuthentication();
  if (caller !== undefined && caller.account !== row.account && !isTemplate) throw errors.insufficientPermissions();
  refuseTransition(row, 'clone');
  const form = await services.forms.getFresh(row.form);
  refuseClosed(form);
  const json = `{"form":${JSON.stringify(presentFormToFiller(form))},"data":${row.data}}`;
  return ApiResponse.ofJson(json, formVersionHeaders(form));
}
