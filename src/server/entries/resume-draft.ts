// Opens a draft to be continued, and records that it was. For GET /entry/{entryId}/resume. [entries.resume]

import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseClosedAccount } from '../forms/start-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { appendResumeAction, type EntryRow } from '../store/entries/entries.ts';
import { makeAction } from './actions.ts';
import { openDraft } from './open-draft.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'secrets' | 'forms'>;

export async function resumeDraft(
  entryId: string,
  request: ApiRequest<unknown, { bewit?: string }>,
  services: Needs,
): Promise<{ form: LoadedForm; row: EntryRow }> {
  const { row } = await openDraft({ entryId, request, trigger: 'resume' }, services);
  const form = await services.forms.getFresh(row.form);
  refuseClosedAccount(form);
  const time = isoNow(services.clock);
  const action = makeAction({ id: services.newId(), type: 'resume', time }, request);
  await services.db.transaction((tx) => appendResumeAction(tx, { id: row.id, action: JSON.stringify(action), time }));
  return { form, row };
}
