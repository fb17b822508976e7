// One answer as the sheet shows it: by its meaning, in the app's language. A value whose shape is not that of today's field (the form
// changed after the entry was made) is shown as it is stored.

import type { FileObject, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { asksForPhone } from '../../core/definition/question-kinds.ts';
import type { Scope } from '../../core/expression/compile.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { readOptionList } from '../../core/plan/option-list.ts';
import { isPhone } from '../../core/validation/text-formats.ts';
import { invalid } from '../../core/values/value-type.ts';
import { choiceReader, showerOf } from '../entries/cell-text.ts';
import type { Locale } from '../page-data.ts';

export type SheetAnswer =
  | { readonly kind: 'text'; readonly text: string; readonly href?: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'files'; readonly files: readonly FileObject[] }
  | { readonly kind: 'signature'; readonly value: string }
  | { readonly kind: 'color'; readonly text: string; readonly color: string }
  | { readonly kind: 'rate'; readonly text: string; readonly value: number; readonly max: number }
  | { readonly kind: 'matrix'; readonly rows: readonly MatrixAnswer[] }
  | { readonly kind: 'stored'; readonly text: string };

export interface MatrixAnswer {
  readonly question: string;
  readonly answer: string | undefined;
}

/** Made once for a field. */
export type ReadAnswer = (value: JsonValue | undefined, scope: () => Scope) => SheetAnswer | undefined;

/** Nothing for what is empty. */
export function answerReader(step: FieldStep, locale: Locale): ReadAnswer {
  const show = showerOf(step, locale);
  const choice = choiceReader(step, locale);
  return (value, scope) => {
    if (value === undefined || value === null) return undefined;
    const reading = step.value.read(value, { cleanHtml: (html) => html });
    if (reading === null) return undefined;
    if (reading === invalid) return storedAnswer(value);
    const inside = { ...scope(), value: reading };
    switch (step.value.kind) {
      case 'doc':
        return { kind: 'html', html: String(reading) };
      case 'file':
        return { kind: 'files', files: reading as unknown as readonly FileObject[] };
      case 'sign':
        return { kind: 'signature', value: String(reading) };
      case 'multi-choice':
        return listAnswer(
          step,
          (reading as JsonValue[]).map((one) => choice(one, inside)),
        );
      case 'matrix':
        return { kind: 'matrix', rows: matrixAnswers(step, reading as JsonObject, (one) => choice(one, inside)) };
      case 'rate':
        return rateAnswer(step, Number(reading), show(reading, inside).text);
      default: {
        const { text, color } = show(reading, inside);
        if (asksForPhone(step.element) && isPhone(text)) return { kind: 'text', text, href: `tel:${text}` };
        return color === undefined ? textAnswer(text) : { kind: 'color', text, color };
      }
    }
  };
}

/** In a ranking the place is what was answered. */
function listAnswer({ element }: FieldStep, items: readonly string[]): SheetAnswer {
  return { kind: 'list', items: element.ranked === true ? items.map((one, at) => `${at + 1}. ${one}`) : items };
}

/** As it is in the data. */
export function storedAnswer(value: JsonValue): SheetAnswer {
  return { kind: 'stored', text: typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value) };
}

function matrixAnswers(
  { element }: FieldStep,
  answers: JsonObject,
  label: (answer: JsonValue) => string,
): MatrixAnswer[] {
  return readOptionList(element.matrixQuestions ?? []).map((question) => {
    const key = String(question.value);
    return { question: question.label, answer: Object.hasOwn(answers, key) ? label(answers[key]!) : undefined };
  });
}

const maxStars = 10;

function rateAnswer({ element }: FieldStep, value: number, text: string): SheetAnswer {
  const max = element.rateMax ?? 5;
  const isStars = element.rateStyle !== 'numbers' && max <= maxStars;
  const hasStars = isStars && Number.isInteger(value) && value >= 0 && value <= max;
  return hasStars ? { kind: 'rate', text, value, max } : { kind: 'text', text };
}

/** A text that is an address and nothing else can be followed. */
function textAnswer(text: string): SheetAnswer {
  if (text.length > 500) return { kind: 'text', text };
  if (/^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text)) return { kind: 'text', text, href: text };
  if (/^[^\s@<>"?&:,]+@[^\s@<>"?&:,]+\.[^\s@<>"?&:,.]+$/.test(text))
    return { kind: 'text', text, href: `mailto:${text}` };
  return { kind: 'text', text };
}
