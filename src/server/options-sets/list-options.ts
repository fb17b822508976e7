// GET /optionsSet/{setId}/browse: all options of a set by pages, with where each is, for those who look after it.
// [options-sets.browse]
import Joi from 'joi';
import type { ApiOption, ListedOption, OptionsPage } from '../../api-types/options-sets.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse, callerOf } from '../http/api-request.ts';
import { afterCheck, checkOf } from '../http/checks.ts';
import { nextPageLink, readCursor, writeCursor } from '../http/lists.ts';
import { runInSlices } from '../scheduling/run-in-slices.ts';
import type { OptionsSetRow } from '../store/options-sets/options-sets.ts';
import { eachChunk, readAgainWhenGone } from './each-chunk.ts';
import { getVisibleSet } from './get-options-set.ts';
import { type FoundOption, type OptionOrder, OptionPage, type PageStart, startOf } from './option-page.ts';
import type { SetParams } from './own-options-set.ts';

const defaultLimit = 50;
const maxLimit = 500;
const maxTermLength = 1_000;

interface OptionsQuery {
  readonly term: string;
  readonly order: OptionOrder;
  readonly limit: number;
  readonly after?: string;
}

export const optionsQueryCheck = checkOf<OptionsQuery>({
  term: Joi.string().allow('').max(maxTermLength).default(''),
  order: Joi.string().valid('list', 'score').default('list'),
  limit: Joi.number().integer().min(1).max(maxLimit).default(defaultLimit),
  after: afterCheck,
});

export async function listOptions(
  request: ApiRequest<SetParams, OptionsQuery>,
  services: Pick<Services, 'config' | 'longReads' | 'db' | 'secrets'>,
): Promise<ApiResponse<OptionsPage>> {
  const { term, limit, after } = request.query;
  const start = after === undefined ? undefined : readStart(readCursor(after, services.secrets.cursor));
  // A cursor continues the list that it is from.
  const order = start?.order ?? request.query.order;
  const asked = { order, term, limit, after: start };
  const { page, set, isWhole } = await readAgainWhenGone(
    () => getVisibleSet(request, services),
    (row) => readPage(new OptionPage(asked), row, request, services),
  );
  const count = term === '' ? set.optionCount : isWhole ? page.matches : null;
  const last = page.options.at(-1);
  const cursor = last && page.hasMore ? writeCursor(writeStart(order, startOf(last)), services.secrets.cursor) : '';
  const body = { data: page.options.map(presentOption), count };
  if (cursor === '') return ApiResponse.ofBody(body);
  const link = nextPageLink({ apiUrl: services.config.apiUrl, path: request.path, cursor });
  return ApiResponse.ofBody(body, { link });
}

async function readPage(
  page: OptionPage,
  set: OptionsSetRow,
  request: ApiRequest<SetParams, OptionsQuery>,
  services: Pick<Services, 'longReads' | 'db'>,
) {
  const { account } = callerOf(request);
  const start = page.firstPosition;
  const range = { account, signal: request.signal, after: Math.max(0, start - 1) };
  for await (const { position, json } of eachChunk(services, set, range)) {
    await runInSlices(page.read(position, json));
    if (page.isFull) return { page, set, isWhole: false };
  }
  return { page, set, isWhole: range.after === 0 };
}

export function presentOption({ position, index, option }: FoundOption): ListedOption {
  // `checkOption` lets no other values in.
  return { place: `${position}.${index}`, ...(option as ApiOption) };
}

/** What a cursor holds. */
function writeStart(order: OptionOrder, { position, index, score, mark }: PageStart): string {
  return JSON.stringify([order, position, index, score, mark]);
}

function readStart(text: string): PageStart & { order: OptionOrder } {
  // One of another list is signed too.
  if (!text.startsWith('["')) {
    throw errors.requestInvalid('"after" must be a cursor from a Link header', { source: 'query', keys: ['after'] });
  }
  const [order, position, index, score, mark] = JSON.parse(text) as [OptionOrder, number, number, number, string];
  return { order, position, index, score, mark };
}
