// The conditions and checks of SurveyJS elements.
import type { Validator } from '../../core/form-definition.ts';
import type { Draft } from '../draft-form.ts';
import { type Json, numberOf, objectsOf, own, textOf } from '../json-reading.ts';
import { truth } from '../meaning.ts';
import type { NoteCode } from '../note-texts.ts';
import { type Holds, literalOf, not, type Piece, printPiece } from '../pieces.ts';
import { checkedPattern } from '../xlsform/constraint-rules.ts';
import { type SurveyContext, type SurveyPlace, scopeOf } from './build-survey.ts';
import { parseCondition } from './parse-condition.ts';
import { translateCondition } from './translate-condition.ts';

const sources = { relevant: 'visibleIf', required: 'requiredIf', readonly: 'enableIf' } as const;
const codes = { relevant: 'relevant', required: 'required', readonly: 'readOnly' } as const;

/** `visibleIf`, `requiredIf` or `enableIf` of an element. */
export function setCondition(
  context: SurveyContext,
  element: Draft,
  property: keyof typeof sources,
  from: Json,
  place: SurveyPlace,
  where: string,
): void {
  const source = textOf(from, sources[property]);
  if (source.trim() === '') return;
  context.form.later.push(() => {
    const made = attemptPiece(context, where, codes[property], source, place);
    if (made === undefined) return;
    const asked = property === 'readonly' ? not(truth(made)) : truth(made);
    const known = literalOf(asked);
    const value = typeof known === 'boolean' ? known : printPiece(asked);
    if (property === 'required') {
      const before = element['reqValidator'];
      if (value !== false) element['reqValidator'] = value === true ? true : { ...(before as object), req: value };
    } else element[property] = value;
  });
}

export function attemptPiece(
  { form, ...context }: SurveyContext,
  where: string,
  code: NoteCode,
  source: string,
  place: SurveyPlace,
  extra: Readonly<Record<string, Piece>> = {},
): Piece | undefined {
  return form.notes.attempt(where, code, source, () => {
    const made = translateCondition(parseCondition(source), scopeOf({ form, ...context }, place, extra));
    // What is too long is found here, and not where it is used.
    printPiece(made);
    return made;
  });
}

export interface Checked {
  readonly holds: Holds;
  readonly place: SurveyPlace;
  readonly where: string;
}

/** The `validators` of a question; those that need names wait. */
export function setValidators(context: SurveyContext, element: Draft, question: Json, checked: Checked): void {
  let added: Validator[] | undefined;
  const add = (...rules: Validator[]) => {
    const list = element['validators'] as Validator[] | undefined;
    // A copy for each would make the work grow with the square of their number.
    if (list !== undefined && list === added) list.push(...rules);
    else element['validators'] = added = [...(list ?? []), ...rules];
  };
  for (const validator of objectsOf(question, 'validators')) {
    const message = context.texts.read(validator, 'text');
    const say = (rule: Validator): Validator => (message === '' ? rule : { ...rule, message });
    const limit = (type: string, key: string) => {
      const value = numberOf(validator, key);
      if (value !== undefined) add(say({ type, value }));
    };
    switch (textOf(validator, 'type').replace(/validator$/, '')) {
      case 'numeric':
        limit('num/min', 'minValue');
        limit('num/max', 'maxValue');
        break;
      case 'text':
        limit('str/minLength', 'minLength');
        limit('str/maxLength', 'maxLength');
        if (own(validator, 'allowDigits') === false) add(say({ type: 'str/pattern', value: '^\\D*$' }));
        break;
      case 'answercount':
        limit('arr/minLength', 'minCount');
        limit('arr/maxLength', 'maxCount');
        break;
      case 'email':
        add(say({ type: 'str/email' }));
        break;
      case 'regex':
        addPattern(context, textOf(validator, 'regex'), checked.where, (value) =>
          add(say({ type: 'str/pattern', value })),
        );
        break;
      case 'expression':
        addExpression(context, textOf(validator, 'expression'), checked, (value) => add(say({ type: 'expr', value })));
        break;
      default:
        context.form.notes.add(checked.where, 'validator', { name: textOf(validator, 'type') });
    }
  }
}

function addPattern({ form }: SurveyContext, source: string, where: string, add: (pattern: string) => void): void {
  const pattern = form.notes.attempt(where, 'constraint', source, () => checkedPattern(source));
  if (pattern !== undefined && pattern !== '') add(pattern);
}

function addExpression(
  context: SurveyContext,
  source: string,
  { place, where }: Checked,
  add: (expression: string) => void,
): void {
  if (source === '') return;
  context.form.later.push(() => {
    const made = attemptPiece(context, where, 'constraint', source, place);
    if (made !== undefined) add(printPiece(truth(made)));
  });
}
