// What a field's options set holds for the words typed so far. [fill-links.search] [validation.options.set]
import { fetchJson } from '../client/call-api.ts';
import { evaluateOr } from '../core/evaluate.ts';
import type { Scope } from '../core/expression/compile.ts';
import type { Options } from '../core/options.ts';
import { formAddress } from './request-json.ts';

type OptionsSet = Extract<Options, { form: 'set' }>;

export interface OptionsSearch {
  readonly options: Options | undefined;
  readonly term: string;
  /** `value`, `model` and, in a row, `row` and `$index`; `term` is added here. */
  readonly scope: Scope;
  readonly signal: AbortSignal;
}

export async function searchOptions({ options, term, scope, signal }: OptionsSearch): Promise<string[]> {
  if (options?.form !== 'set') return [];
  const address = searchAddress(options, { ...scope, term }, location.origin);
  return readValues(await fetchJson<unknown>(address, { signal }));
}

export function searchAddress({ url, qs }: Pick<OptionsSet, 'url' | 'qs'>, scope: Scope, origin: string): string {
  // choice: without `qs` the typed words are sent, which is what the autocomplete request asks for.
  const query = qs === undefined ? { term: scope['term'] } : evaluateOr(qs, scope, {});
  // Only our own sets are asked for near matches: another server may refuse what it does not know.
  const near = url.endsWith('/autocomplete') && new URL(url, origin).origin === origin;
  return formAddress(url, { ...(near && { near }), ...(typeof query === 'object' && query) }, origin);
}

function readValues(answer: unknown): string[] {
  const items = (answer as { data?: unknown } | undefined)?.data;
  if (!Array.isArray(items)) return [];
  const values = items.map((item: unknown) => (item as { value?: unknown } | null)?.value);
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}
