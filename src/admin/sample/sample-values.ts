// What a field of a sample may hold: candidates by the kind of its value, the most telling first. Those that the field's own
// rules take come before the others, which a rule that looks at other fields may still ask for.

import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { Scope } from '../../core/expression/compile.ts';
import { allItemTexts } from '../../core/locale/all-item-texts.ts';
import type { ItemTexts } from '../../core/locale/item-texts.ts';
import type { Locale } from '../../core/locale/locale.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { acceptedValues, isAccepted } from '../../core/plan/options.ts';
import type { Rule } from '../../core/validation/rules.ts';
import { invalid } from '../../core/values/value-type.ts';
import { sampleByKind } from '../../fields/all/sample.ts';
import { inFormsWords } from '../../words/all/in-forms.ts';
import { textCandidates } from './sample-texts.ts';

export interface SampleField {
  readonly step: FieldStep;
  readonly locale: Locale;
  /** The place of its row: rows are not all the same. */
  readonly row: number;
}

const tools = { cleanHtml: (html: string) => html };

/** The first that the field's own rules take; undefined where there is none to be known before the rest of the entry is. */
export function firstCandidate(field: SampleField): JsonValue | undefined {
  for (const value of readProposals(field, undefined))
    if (passes(field.step.rules, value, allItemTexts[field.locale])) return value;
  return undefined;
}

/** Each as it is stored. */
export function candidatesFor(field: SampleField, scope: Scope): JsonValue[] {
  const values = [...readProposals(field, scope)];
  const good = values.filter((value) => passes(field.step.rules, value, allItemTexts[field.locale]));
  return [...good, ...values.filter((value) => !good.includes(value))];
}

/** Without a scope, options that an expression makes are not known. */
function* readProposals(field: SampleField, scope: Scope | undefined): Generator<JsonValue, void, void> {
  const { step } = field;
  const options = listedOptions(step, scope);
  for (const candidate of proposals(field, options)) {
    const value = candidate === null ? null : step.value.read(candidate, tools);
    if (value === null || value === invalid || (options !== undefined && !isAccepted(value, options))) continue;
    yield value;
  }
}

/** Rules that only warn are kept too: a sample should not look wrong. */
export function passes(rules: readonly Rule[], value: JsonValue, texts: ItemTexts): boolean {
  const scope: Scope = { model: {}, value };
  return rules.every((rule) => rule.check(value, scope, texts) === undefined);
}

function listedOptions({ options }: FieldStep, scope: Scope | undefined) {
  if (options === undefined || (options.form === 'expression' && scope === undefined)) return undefined;
  return acceptedValues(options, scope ?? {});
}

function proposals(
  { step, locale, row }: SampleField,
  options: ReturnType<typeof listedOptions>,
): readonly JsonValue[] {
  const { element, value } = step;
  const texts = (isLong = false) => textCandidates(element, locale, row, isLong);
  return sampleByKind[value.kind]({ element, row, options, texts, words: inFormsWords[locale].sample });
}
