// A form as the list knows it, and finding and ordering forms among thousands.
import type { ApiForm } from '../../api-types/forms.ts';
import { foldText } from '../../core/text/fold-text.ts';

export type FormSummary = Pick<
  ApiForm,
  'id' | 'displayName' | 'publicName' | 'access' | 'current' | 'createTime' | 'changedAt'
>;

/** For `fields` of GET /form. */
export const summaryFields: readonly (keyof FormSummary)[] = [
  'id',
  'displayName',
  'publicName',
  'access',
  'current',
  'createTime',
  'changedAt',
];

export const formOrders = ['activity', 'name', 'made'] as const;
export type FormOrder = (typeof formOrders)[number];

/**
 * Those that hold every word of `wanted` in a name or, from six characters on, in the id: in order, but names that hold the
 * text as it was typed come first.
 */
export function findForms(
  forms: readonly FormSummary[],
  { wanted, order, locale }: { wanted: string; order: FormOrder; locale: string },
): FormSummary[] {
  const words = foldText(wanted).split(/\s+/).filter(Boolean);
  const phrase = words.join(' ');
  const found = forms.filter((form) => words.every((word) => holds(form, word))).sort(comparison(order, locale));
  if (phrase === '') return found;
  const ranks = new Map(found.map((form) => [form, rankOf(form, phrase)]));
  return found.sort((left, right) => ranks.get(left)! - ranks.get(right)!);
}

function holds(form: FormSummary, word: string): boolean {
  return textOf(form).includes(word) || (word.length >= minIdPart && form.id.includes(word));
}

/** Any digit is in nearly every id. */
const minIdPart = 6;

function rankOf(form: FormSummary, phrase: string): number {
  const name = foldText(form.displayName);
  if (name === phrase) return 0;
  return name.startsWith(phrase) ? 1 : textOf(form).includes(phrase) ? 2 : 3;
}

const texts = new WeakMap<FormSummary, string>();

function textOf(form: FormSummary): string {
  const known = texts.get(form);
  if (known !== undefined) return known;
  const text = foldText(`${form.displayName}\n${form.publicName ?? ''}`);
  texts.set(form, text);
  return text;
}

function comparison(order: FormOrder, locale: string): (left: FormSummary, right: FormSummary) => number {
  if (order === 'activity') return (left, right) => latestFirst(left.changedAt, right.changedAt);
  if (order === 'made') return (left, right) => latestFirst(left.createTime, right.createTime);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return (left, right) => compare(left.displayName, right.displayName);
}

const latestFirst = (left: string, right: string) => (left < right ? 1 : left > right ? -1 : 0);
