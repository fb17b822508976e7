// What a field's options set holds for the words typed so far. [fill-links.search] [validation.options.set]
import { fetchJson } from '../client/call-api.ts';
import { evaluateOr } from '../core/evaluate.ts';
import { compileExpression, type Scope } from '../core/expression/compile.ts';
import type { Element, RemoteRequest } from '../core/form-definition.ts';
import { formAddress } from './request-json.ts';

export interface OptionsSearch {
  readonly element: Element;
  readonly term: string;
  /** `value`, `model` and, in a row, `row` and `$index`; `term` is added here. */
  readonly scope: Scope;
  readonly signal: AbortSignal;
}

export async function searchOptions({ element, term, scope, signal }: OptionsSearch): Promise<string[]> {
  const set = remoteOptions(element);
  if (set === undefined) return [];
  const address = searchAddress(set, { ...scope, term }, location.origin);
  return readValues(await fetchJson<unknown>(address, { signal }));
}

function remoteOptions({ options }: Element): RemoteRequest | undefined {
  const isRemote = typeof options === 'object' && options !== null && 'url' in options;
  return isRemote ? options : undefined;
}

export function searchAddress({ url, qs }: RemoteRequest, scope: Scope, origin: string): string {
  // choice: without `qs` the typed words are sent, which is what the autocomplete request asks for.
  const query = qs === undefined ? { term: scope['term'] } : evaluateOr(compileExpression(qs), scope, {});
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
