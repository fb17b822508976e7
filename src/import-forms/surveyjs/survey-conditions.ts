// The conditions and checks of SurveyJS elements.
import type { Validator } from '../../core/definition/form-definition.ts';
import { numberOf, objectsOf, own, textOf } from '../json-reading.ts';
import { truth } from '../meaning.ts';
import type { NoteCode } from '../note-list.ts';
import { literalOf, not, type Piece, printPiece } from '../pieces.ts';
import { checkedPattern } from '../xlsform/constraint-rules.ts';
import { scopeOf } from './build-survey.ts';
import { parseCondition } from './parse-condition.ts';
import type { SurveyContext, SurveyElement } from './survey-context.ts';
import { translateCondition } from './translate-condition.ts';

const sources = { relevant: 'visibleIf', required: 'requiredIf', readonly: 'enableIf' } as const;
const codes = { relevant: 'relevant', required: 'required', readonly: 'readOnly' } as const;

/** `visibleIf`, `requiredIf` or `enableIf` of an element. */
export function setCondition(context: SurveyContext, of: SurveyElement, property: keyof typeof sources): void {
  const { json, element } = of;
  const source = textOf(json, sources[property]);
  if (source.trim() === '') return;
  context.form.later.push(() => {
    const made = attemptPiece(context, of, codes[property], source);
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

/** What an expression means; undefined after a note of that code. */
export function attemptPiece(
  context: SurveyContext,
  { place, where }: Pick<SurveyElement, 'place' | 'where'>,
  code: NoteCode,
  source: string,
): Piece | undefined {
  return context.form.notes.attempt(where, code, source, () => {
    const made = translateCondition(parseCondition(source), scopeOf(context, place));
    // What is too long is found here, and not where it is used.
    printPiece(made);
    return made;
  });
}

/** The `validators` of a question; those that need names wait. */
export function setValidators(context: SurveyContext, of: SurveyElement): void {
  const { json: question, element, where } = of;
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
        addPattern(context, textOf(validator, 'regex'), where, (value) => add(say({ type: 'str/pattern', value })));
        break;
      case 'expression':
        addExpression(context, of, textOf(validator, 'expression'), (value) => add(say({ type: 'expr', value })));
        break;
      default:
        context.form.notes.add(where, 'validator', { name: textOf(validator, 'type') });
    }
  }
}

function addPattern({ form }: SurveyContext, source: string, where: string, add: (pattern: string) => void): void {
  const pattern = form.notes.attempt(where, 'constraint', source, () => checkedPattern(source));
  if (pattern !== undefined && pattern !== '') add(pattern);
}

function addExpression(
  context: SurveyContext,
  of: SurveyElement,
  source: string,
  add: (expression: string) => void,
): void {
  if (source === '') return;
  context.form.later.push(() => {
    const made = attemptPiece(context, of, 'constraint', source);
    if (made !== undefined) add(printPiece(truth(made)));
  });
}
