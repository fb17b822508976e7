// What a field's options set holds for the words typed so far. [fill-links.search] [validation.options.set]

import type { JsonValue } from '../core/definition/form-definition.ts';
import type { Scope } from '../core/expression/compile.ts';
import { evaluateOr } from '../core/plan/evaluate.ts';
import type { Options } from '../core/plan/options.ts';
import { fetchJson } from './call-api.ts';
import { formAddress } from './request-json.ts';

type OptionsSet = Extract<Options, { form: 'set' }>;

export interface OptionsSearch {
  readonly options: Options | undefined;
  readonly term: string;
  /** `value`, `model` and, in a row, `row` and `$index`; `term` is added here. */
  readonly scope: Scope;
  readonly signal: AbortSignal;
}

export interface FoundValues {
  readonly values: readonly string[];
  /** There are more than these. */
  readonly hasMore: boolean;
}

export async function searchOptions({ options, term, scope, signal }: OptionsSearch): Promise<FoundValues> {
  if (options?.form !== 'set') return { values: [], hasMore: false };
  const { address, limit } = searchAddress(options, { ...scope, term }, location.origin);
  const values = readValues(await fetchJson<unknown>(address, { signal }));
  return { values: values.slice(0, limit), hasMore: values.length > limit };
}

/** What the service gives where nobody asks for another number, and the most it gives. */
const [defaultLimit, maxLimit] = [10, 250];

/** `limit` is how many are shown: of our own sets one more is asked for, which tells whether there are more. */
export function searchAddress(
  { url, qs }: Pick<OptionsSet, 'url' | 'qs'>,
  scope: Scope,
  origin: string,
): { readonly address: string; readonly limit: number } {
  // choice: without `qs` the typed words are sent, which is what the autocomplete request asks for.
  const query = qs === undefined ? { term: scope['term'] } : evaluateOr(qs, scope, {});
  // Only our own sets are asked for near matches: another server may refuse what it does not know.
  const near = url.endsWith('/autocomplete') && new URL(url, origin).origin === origin;
  const asked = { ...(near && { near }), ...(typeof query === 'object' && query) } as Record<string, JsonValue>;
  const limit = near ? Number(asked['limit']) || defaultLimit : Number.POSITIVE_INFINITY;
  if (near && limit < maxLimit) asked['limit'] = limit + 1;
  return { address: formAddress(url, asked, origin), limit };
}

function readValues(answer: unknown): string[] {
  const items = (answer as { data?: unknown } | undefined)?.data;
  if (!Array.isArray(items)) return [];
  const values = items.map((item: unknown) => (item as { value?: unknown } | null)?.value);
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}
