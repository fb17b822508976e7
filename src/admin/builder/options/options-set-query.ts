// How a field asks an options set: the address, the query expression with filters by other fields, and the validator that
// lets only values of the set pass. Read back from a definition, as far as it has this shape.
// [validation.options.set]

import type { Element, RemoteRequest, Validator } from '../../../core/definition/form-definition.ts';
import { ExpressionSyntaxError } from '../../../core/expression/errors.ts';
import type { ExpressionNode } from '../../../core/expression/expression-node.ts';
import { parseExpression } from '../../../core/expression/parse.ts';
import { printExpression } from '../../../core/expression/print.ts';
import { isName } from '../../../core/expression/tokens.ts';
import type { Locale } from '../../../core/locale/locale.ts';
import { isPlainObject } from '../../../core/values/value-type.ts';
import { inFormsWords } from '../../../words/all/in-forms.ts';
import { setIdOf } from '../../options-sets/set-address.ts';
import { quoteText } from '../expressions/expression-names.ts';

/** Data key of the set to the expression whose value it must have: `{ city: 'model.city' }`. */
export type SetFilters = Readonly<Record<string, string>>;

export interface SetQuery {
  readonly setId: string;
  readonly filters: SetFilters;
}

/** `api` is the path of the API on the page's origin. */
export function writeSetOptions(api: string, { setId, filters }: SetQuery): RemoteRequest {
  return { url: `${api}/optionsSet/${setId}/autocomplete`, qs: queryText('term', filters) };
}

/** undefined for an address that is not an options set's, or a query that was written by hand. */
export function readSetOptions(options: unknown): SetQuery | undefined {
  if (!isPlainObject(options)) return undefined;
  const setId = setIdOf(options['url'], 'autocomplete');
  const filters = options['qs'] === undefined ? {} : readFilters(options['qs'], 'term');
  return setId === undefined || filters === undefined ? undefined : { setId, filters };
}

function queryText(what: 'term' | 'value', filters: SetFilters): string {
  const entries = Object.entries(filters).map(([key, source]) => `${isName(key) ? key : quoteText(key)}: ${source}`);
  return entries.length === 0 ? `{ ${what}: ${what} }` : `{ ${what}: ${what}, query: { ${entries.join(', ')} } }`;
}

function readFilters(source: unknown, what: 'term' | 'value'): SetFilters | undefined {
  const node = typeof source === 'string' ? tryParse(source) : undefined;
  const properties = node && propertiesOf(node);
  const { [what]: asked, query, ...rest } = properties ?? {};
  if (asked?.type !== 'identifier' || asked.name !== what || Object.keys(rest).length > 0) return undefined;
  if (query === undefined) return {};
  const filters = propertiesOf(insideJson(query));
  return filters && Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, printExpression(value)]));
}

/** `fn.JSON.stringify({...})` means the same as the object. */
function insideJson(node: ExpressionNode): ExpressionNode {
  if (node.type !== 'call' || node.args.length !== 1) return node;
  return printExpression(node.callee) === 'fn.JSON.stringify' ? node.args[0]! : node;
}

function tryParse(source: string): ExpressionNode | undefined {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return undefined;
    throw error;
  }
}

function propertiesOf(node: ExpressionNode): Record<string, ExpressionNode> | undefined {
  if (node.type !== 'object' || node.properties.some(({ key }) => typeof key !== 'string')) return undefined;
  return Object.fromEntries(node.properties.map(({ key, value }) => [key as string, value]));
}

export function setValidator(api: string, { setId, filters }: SetQuery, locale: Locale): Validator {
  return {
    type: 'remote',
    req: { url: `${api}/optionsSet/${setId}/validate`, qs: queryText('value', filters) },
    res: 'res.data.isValid',
    message: inFormsWords[locale].chooseFromList,
  };
}

export function isSetValidator(item: string | Validator, setId?: string): boolean {
  if (typeof item === 'string' || item?.type !== 'remote') return false;
  const asked = setIdOf(item.req?.url, 'validate');
  return asked !== undefined && (setId === undefined || asked === setId);
}

/** The validators after the options have changed: the one about the set follows it, with the message that was written. */
export function followSet(
  validators: Element['validators'],
  { api, query, isWanted, locale }: { api: string; query: SetQuery | undefined; isWanted: boolean; locale: Locale },
): Element['validators'] {
  const list = validators ?? [];
  const before = list.find((item) => isSetValidator(item)) as Validator | undefined;
  const others = list.filter((item) => !isSetValidator(item));
  if (query === undefined || !isWanted) return others.length === 0 ? undefined : others;
  const rule = setValidator(api, query, locale);
  const { req } = rule;
  return [...others, before === undefined ? rule : { ...before, ...(req && { req }) }];
}
