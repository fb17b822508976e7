// GET /form/{formId}/dropOff: how many opened, began and sent the form, and where those stopped who left a draft.
// [insight.drop-off] [insight.visits]
import type { DropOff } from '../../api-types/insight.ts';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseForeignForm } from '../forms/start-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { checkOf } from '../http/checks.ts';
import { countVisits } from '../store/forms/form-visits.ts';
import { countEntries } from './count-entries.ts';
import { eachText } from './each-text.ts';
import { type RangeQuery, rangeChecks, readRange } from './insight-range.ts';
import { createStopCounter, type StoppedDrafts } from './last-answered.ts';

type Needs = Pick<Services, 'longReads' | 'db' | 'forms' | 'reads' | 'insights' | 'visits'>;

export const dropOffCheck = checkOf<RangeQuery>(rangeChecks);

export async function getDropOff(
  request: ApiRequest<{ formId: string }, RangeQuery>,
  services: Needs,
): Promise<DropOff> {
  const form = await services.forms.getFresh(request.params.formId);
  refuseForeignForm(form, request);
  const range = readRange(form, request.query);
  // What was counted in memory by other processes is a few seconds behind.
  await services.visits.flush();
  const visits = await countVisits(services.db.sql, { form: form.id, ...range });
  const about = JSON.stringify(['dropOff', form.version, range.from, range.to]);
  const asked = { account: form.account, form: form.id, about, signal: request.signal };
  const drafts = await services.insights.get(asked, async (signal) =>
    JSON.stringify(await countDrafts(form, range, signal, services)),
  );
  return { ...visits, drafts: JSON.parse(drafts) as StoppedDrafts };
}

async function countDrafts(
  form: LoadedForm,
  range: { from: string | undefined; to: string | undefined },
  signal: AbortSignal,
  services: Pick<Services, 'longReads' | 'reads'>,
): Promise<StoppedDrafts> {
  const counter = createStopCounter(form.plan);
  const texts = eachText(form, { ...range, statuses: [entryStatusNumber('saved')] }, services);
  await countEntries(texts, ({ data }) => counter.add(data), signal);
  return counter.finish();
}
