// A form as the list knows it, and finding and ordering forms among thousands.
import type { ApiForm } from '../../client/api-types.ts';
import { foldText } from '../../core/fold-text.ts';

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

/** Those that hold every word of `wanted` in a name or are the one with that id, in order. */
export function findForms(
  forms: readonly FormSummary[],
  { wanted, order, locale }: { wanted: string; order: FormOrder; locale: string },
): FormSummary[] {
  const words = foldText(wanted).split(/\s+/).filter(Boolean);
  const found = forms.filter((form) => words.every((word) => textOf(form).includes(word)));
  return found.sort(comparison(order, locale));
}

const texts = new WeakMap<FormSummary, string>();

function textOf(form: FormSummary): string {
  const known = texts.get(form);
  if (known !== undefined) return known;
  const text = foldText(`${form.displayName}\n${form.publicName ?? ''}\n${form.id}`);
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
