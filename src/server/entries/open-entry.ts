// GET /entry/{entryId}/resume and /clone: what the fill app opens. [entries.clone] [entries.resume]
import type { ClonedEntry, ResumedEntry } from '../../api-types/entries.ts';
import { statusFromNumber } from '../../core/plan/entry-status.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { formVersionHeaders } from '../forms/form-version.ts';
import { presentFormToFiller } from '../forms/present-form.ts';
import { refuseClosed, refuseForeignForm } from '../forms/start-form.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import { findEntry } from '../store/entries/entries.ts';
import { draftTag } from './draft-version.ts';
import type { BewitQuery } from './fill-payload.ts';
import { isOrWasTemplate } from './is-or-was-template.ts';
import { refuseTransition } from './open-draft.ts';
import { resumeDraft } from './resume-draft.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'secrets' | 'forms'>;

export async function resumeEntry(
  request: ApiRequest<{ entryId: string }, BewitQuery>,
  services: Needs,
): Promise<ApiResponse<ResumedEntry>> {
  const { form, row } = await resumeDraft(request.params.entryId, request, services);
  const shown = JSON.stringify(presentFormToFiller(form));
  const status = statusFromNumber(row.status);
  const json = `{"form":${shown},"entry":{"id":"${row.id}","status":"${status}","data":${row.data}}}`;
  return ApiResponse.ofJson(json, { ...formVersionHeaders(form), etag: draftTag(row.data) });
}

/** Without a credential for templates only, deleted ones included: their 403 is for everybody. */
export async function cloneEntry(
  request: ApiRequest<{ entryId: string }>,
  services: Pick<Services, 'db' | 'forms'>,
): Promise<ApiResponse<ClonedEntry>> {
  const { entryId } = request.params;
  const row = await findEntry(services.db.sql, entryId);
  if (row === undefined) throw errors.entryNotFound(entryId);
  if (request.caller === undefined && !isOrWasTemplate(row)) throw errors.missingAuthentication();
  refuseForeignForm(row, request);
  refuseTransition(row, 'clone');
  const form = await services.forms.getFresh(row.form);
  refuseClosed(form);
  const json = `{"form":${JSON.stringify(presentFormToFiller(form))},"data":${row.data}}`;
  return ApiResponse.ofJson(json, formVersionHeaders(form));
}
