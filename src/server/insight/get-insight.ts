// GET /form/{formId}/insight: how many entries came when, and what was answered, as data for charts. [insight.time]
import Joi from 'joi';
import type { Insight } from '../../api-types/insight.ts';
import { type EntryStatus, entryStatusNumber } from '../../core/entry-status.ts';
import { isTimeZone } from '../../core/time-zone.ts';
import { refuseForeignForm } from '../entries/current-form.ts';
import { readFilterDate } from '../entries/filter-date.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import { checkOf } from '../http/checks.ts';
import type { Services } from '../services.ts';
import { computeInsight, type WantedInsight } from './compute-insight.ts';
import { dayMs, localDays, startOfDay } from './local-days.ts';

const date = Joi.string()
  .custom((value: string, { error }) => (readFilterDate(value) === undefined ? error('date.base') : value))
  .messages({ 'date.base': '{{#label}} must be a valid date' });

const statuses = ['created', 'saved', 'submitted', 'template', 'render'];

export const insightCheck = checkOf<InsightQuery>({
  from: date,
  to: date,
  timeZone: Joi.string()
    .custom((value: string, { error }) => (isTimeZone(value) ? value : error('zone.unknown')))
    .messages({ 'zone.unknown': '{{#label}} must be the name of a time zone' }),
  statuses: Joi.array()
    .items(Joi.string().valid(...statuses))
    .single()
    .min(1)
    .unique()
    .default(['submitted']),
});

interface InsightQuery {
  readonly from?: string;
  readonly to?: string;
  /** The form's where none is named. */
  readonly timeZone?: string;
  readonly statuses: readonly EntryStatus[];
}

export async function getInsight(
  request: ApiRequest<{ formId: string }, InsightQuery>,
  services: Services,
): Promise<ApiResponse<Insight>> {
  const form = await services.forms.getFresh(request.params.formId);
  refuseForeignForm(form, request);
  const { timeZone = form.definition.timeZone ?? 'UTC' } = request.query;
  const wanted = readWanted(form.id, { ...request.query, timeZone }, services);
  const about = JSON.stringify([form.version, ...Object.values(wanted)]);
  const asked = { account: form.account, form: form.id, about, signal: request.signal };
  const json = await services.insights.get(asked, async (signal) =>
    JSON.stringify(await computeInsight(form, wanted, signal, services)),
  );
  return ApiResponse.ofJson(json);
}

function readWanted(
  form: string,
  query: InsightQuery & { readonly timeZone: string },
  { clock }: Services,
): WantedInsight {
  const { timeZone } = query;
  const dayOf = localDays(timeZone);
  const from = readMoment(query.from, { timeZone, isEnd: false });
  const to = readMoment(query.to, { timeZone, isEnd: true });
  // Nothing came before the form was made, which its id tells, and nothing has come after now.
  const madeOn = dayOf(Number.parseInt(form.slice(0, 12), 16));
  return {
    statuses: query.statuses.map(entryStatusNumber).sort(),
    timeZone,
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: to === undefined ? undefined : new Date(to).toISOString(),
    firstDay: from === undefined ? undefined : Math.max(dayOf(from), madeOn),
    lastDay: to === undefined ? undefined : Math.min(dayOf(to - 1), dayOf(clock.now())),
  };
}

const firstMoment = Date.parse('0001-01-01');
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/** A bare date is a whole day of the time zone, as the last one too. */
function readMoment(
  text: string | undefined,
  { timeZone, isEnd }: { timeZone: string; isEnd: boolean },
): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(readFilterDate(text) as string);
  const isDay = !text.includes('T');
  const moment = isDay ? startOfDay(ms / dayMs + (isEnd ? 1 : 0), timeZone) : ms;
  return Math.max(firstMoment, Math.min(moment, lastMoment));
}
