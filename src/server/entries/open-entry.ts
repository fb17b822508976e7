// GET /entry/{entryId}/resume and /clone: what the fill app opens. CONTRACT.md section 3.
import { entryStatusNumber, statusFromNumber } from '../../core/entry-status.ts';
import { errors } from '../errors.ts';
import { presentFormToFiller } from '../forms/present-form.ts';
import { refuseClosed } from '../forms/start-form.ts';
import { Answer, type ApiRequest } from '../http/api-request.ts';
import { isoNow, type Services } from '../services.ts';
import { appendResumeAction, findEntry } from '../store/entries.ts';
import { makeAction } from './actions.ts';
import { openDraft, refuseTransition } from './open-draft.ts';

export async function resumeEntry(
  request: ApiRequest<{ entryId: string }, { bewit?: string }>,
  services: Services,
): Promise<Answer> {
  const { entryId } = request.params;
  const { row } = await openDraft({ entryId, request, trigger: 'resume' }, services);
  const form = await services.forms.getFresh(row.form);
  const time = isoNow(services.clock);
  const action = makeAction({ id: services.newId(), type: 'resume', time }, request);
  await appendResumeAction(services.db.sql, { id: row.id, action: JSON.stringify(action), time });
  const shown = JSON.stringify(presentFormToFiller(form));
  const status = statusFromNumber(row.status);
  return Answer.ofJson(`{"form":${shown},"entry":{"id":"${row.id}","status":"${status}","data":${row.data}}}`);
}

/** Public for templates; any other entry needs a credential of its account. */
export async function cloneEntry(request: ApiRequest<{ entryId: string }>, services: Services): Promise<Answer> {
  const { entryId } = request.params;
  const row = await findEntry(services.db.sql, entryId);
  if (row === undefined) throw errors.entryNotFound(entryId);
  const { caller } = request;
  const isTemplate = row.status === entryStatusNumber('template');
  if (caller === undefined && !isTemplate) throw errors.missingAuthentication();
  if (caller !== undefined && caller.account !== row.account && !isTemplate) throw errors.insufficientPermissions();
  refuseTransition(row, 'clone');
  const form = await services.forms.getFresh(row.form);
  refuseClosed(form);
  return Answer.ofJson(`{"form":${JSON.stringify(presentFormToFiller(form))},"data":${row.data}}`);
}
