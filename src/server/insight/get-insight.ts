// GET /form/{formId}/insight: how many entries came when, and what was answered, as data for charts; of all entries or of those
// that a search finds, beside those of another one, and two questions against each other.
// [insight.time] [insight.filtered] [insight.compared] [insight.cross]
import Joi from 'joi';
import type { Insight } from '../../api-types/insight.ts';
import { type EntryStatus, entryStatusNumber } from '../../core/plan/entry-status.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseForeignForm } from '../forms/start-form.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import { checked } from '../http/checks.ts';
import { checkJsonDepth } from '../http/json-body.ts';
import { type EntrySearch, isPlain, readEntrySearch } from '../search/find-matches.ts';
import { findTeamState } from '../store/entries/notes.ts';
import { computeInsight, type InsightOptions, type WantedInsight } from './compute-insight.ts';
import { type CrossCounter, type CrossProblem, createCrossTab } from './cross-tab.ts';
import { type RangeQuery, rangeChecks, readRange } from './insight-range.ts';
import { localDays } from './local-days.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'longReads' | 'db' | 'forms' | 'reads' | 'insights' | 'entryIndexes'>;

const statuses = ['created', 'saved', 'submitted', 'template', 'render'];
const maxPathLength = 1_000;
const path = Joi.string().max(maxPathLength);

export const insightCheck = checked<InsightQuery>(
  Joi.object({
    ...rangeChecks,
    statuses: Joi.array()
      .items(Joi.string().valid(...statuses))
      .single()
      .min(1)
      .unique()
      .default(['submitted']),
    search: Joi.string().allow(''),
    where: Joi.string(),
    compare: Joi.string(),
    rows: path,
    columns: path,
  }).and('rows', 'columns'),
);

interface InsightQuery extends RangeQuery {
  readonly statuses: readonly EntryStatus[];
  /** As GET /form/{formId}/entries takes them. */
  readonly search?: string;
  readonly where?: string;
  /** JSON: another `search` and `where`. */
  readonly compare?: string;
  /** Paths of two fields. */
  readonly rows?: string;
  readonly columns?: string;
}

export async function getInsight(
  request: ApiRequest<{ formId: string }, InsightQuery>,
  services: Needs,
): Promise<ApiResponse<Insight>> {
  const form = await services.forms.getFresh(request.params.formId);
  refuseForeignForm(form, request);
  const { query } = request;
  const wanted = readWanted(form, query, services);
  const search = readSearch(query, form);
  const compared = query.compare === undefined ? undefined : readCompared(query.compare, form);
  const cross = readCross(form, query);
  const { search: words, where, compare, rows, columns } = query;
  const filters = [words, where, compare, rows, columns].some((one) => one !== undefined);
  const about = JSON.stringify([
    form.version,
    ...Object.values(wanted),
    ...(filters ? [{ words, where, compare, rows, columns }] : []),
    // What the team says changes without an entry. [insight.fresh]
    ...(search?.hasTeam || compared?.search?.hasTeam ? [await findTeamState(services.db.sql, form.id)] : []),
  ]);
  const asked = { account: form.account, form: form.id, about, signal: request.signal };
  const json = await services.insights.get(asked, async (signal) =>
    JSON.stringify(await computeInsight(form, wanted, signal, services, { search, compared, cross })),
  );
  return ApiResponse.ofJson(json);
}

function readWanted(form: LoadedForm, query: InsightQuery, { clock }: Pick<Services, 'clock'>): WantedInsight {
  const { timeZone, from, to } = readRange(form, query);
  const dayOf = localDays(timeZone);
  // Nothing came before the form was made, which its id tells, and nothing has come after now.
  const madeOn = dayOf(Number.parseInt(form.id.slice(0, 12), 16));
  return {
    statuses: query.statuses.map(entryStatusNumber).sort(),
    timeZone,
    from,
    to,
    firstDay: from === undefined ? undefined : Math.max(dayOf(Date.parse(from)), madeOn),
    lastDay: to === undefined ? undefined : Math.min(dayOf(Date.parse(to) - 1), dayOf(clock.now())),
  };
}

/** Undefined: all entries, which are read in a quicker way. */
function readSearch(
  asked: { search?: string | undefined; where?: unknown },
  form: LoadedForm,
): EntrySearch | undefined {
  const search = readEntrySearch({ search: asked.search, where: asked.where }, form);
  return isPlain(search) ? undefined : search;
}

function refuse(key: string, detail: string): never {
  throw errors.requestInvalid(detail, { source: 'query', keys: [key] });
}

/** `{search, where}`, either of which may be missing; `{}` is all entries. */
function readCompared(text: string, form: LoadedForm): InsightOptions['compared'] {
  checkJsonDepth(text);
  let compare: unknown;
  try {
    compare = JSON.parse(text);
  } catch {
    refuse('compare', '"compare" must be a valid object');
  }
  if (!isPlainObject(compare)) refuse('compare', '"compare" must be of type object');
  const { search, where, ...others } = compare;
  const [other] = Object.keys(others);
  if (other !== undefined) refuse('compare', `"compare.${other}" is not allowed`);
  if (search !== undefined && typeof search !== 'string') refuse('compare', '"compare.search" must be a string');
  return { search: readSearch({ search, where: where ?? undefined }, form) };
}

const problems: Readonly<Record<CrossProblem['problem'], string>> = {
  unknown: 'must be the path of a field',
  kind: 'must be a choice, a rating, a yes-or-no or a question of a matrix',
  repeats: 'must not be in another repeat than "rows"',
};

function readCross(form: LoadedForm, { rows, columns }: InsightQuery): CrossCounter | undefined {
  if (rows === undefined || columns === undefined) return undefined;
  const cross = createCrossTab(form.plan, { rows, columns });
  if ('problem' in cross) refuse(cross.of, `"${cross.of}" ${problems[cross.problem]}`);
  return cross;
}
