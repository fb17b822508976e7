// Conditions, checks and calculations of Form.io components.
import type { Validator } from '../../core/definition/form-definition.ts';
import { CannotSay } from '../cannot-say.ts';
import type { Draft } from '../draft-form.ts';
import {
  flagOf,
  isObject,
  type Json,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  own,
  quoteJson,
  textOf,
} from '../json-reading.ts';
import { differ, empty, equal, filled, includes, isList, ordered, text, truth } from '../meaning.ts';
import { callMethod, joined, literal, literalOf, not, type Piece, printPiece } from '../pieces.ts';
import { checkedPattern } from '../xlsform/constraint-rules.ts';
import type { FormioContext, FormioElement, FormioQuestion } from './formio-context.ts';
import type { FormioScope } from './formio-names.ts';
import { translateLogic } from './json-logic.ts';
import { translateCheck, translateScript } from './translate-script.ts';

/** As `setRelevant`; what holds no answer of its own is left out while it is hidden. */
export function hideOrShow(context: FormioContext, made: FormioElement): void {
  if (flagOf(made.component, 'hidden')) made.element['relevant'] = false;
  setRelevant(context, made);
}

/** Everything about when a component is shown. */
export function setRelevant({ form, names }: FormioContext, { component, element, place, where }: FormioElement): void {
  const simple = objectOf(component, 'conditional');
  const script = textOf(component, 'customConditional').trim();
  const hasSimple =
    isObject(own(simple, 'json')) || textOf(simple, 'when') !== '' || listOf(simple, 'conditions').length > 0;
  if (!hasSimple && script === '') return;
  const source = script === '' ? quoteJson(simple) : script;
  form.later.push(() => {
    const made = form.notes.attempt(where, 'relevant', source, () => {
      const scope = names.scope(place);
      const piece = script === '' ? conditionPiece(simple, scope) : translateScript(script, 'show', scope);
      const asked = truth(piece);
      const known = literalOf(asked);
      return typeof known === 'boolean' ? known : printPiece(asked);
    });
    if (made !== undefined && made !== true) element['relevant'] = made;
  });
}

function conditionPiece(conditional: Json, scope: FormioScope): Piece {
  const logic = own(conditional, 'json');
  if (isObject(logic)) return translateLogic(logic, scope);
  const isShown = !['false', 'False'].includes(String(own(conditional, 'show')));
  const conditions = objectsOf(conditional, 'conditions');
  if (conditions.length > maxConditions) throw new CannotSay('tooLong');
  const tests =
    conditions.length > 0
      ? conditions.map((one) =>
          testPiece(textOf(one, 'operator'), scope.find(textOf(one, 'component')), own(one, 'value')),
        )
      : [testPiece('isEqual', scope.find(textOf(conditional, 'when')), own(conditional, 'eq'))];
  const all = joined(textOf(conditional, 'conjunction') === 'any' ? '||' : '&&', tests);
  return isShown ? all : not(all);
}

const maxConditions = 200;

function testPiece(operator: string, answer: Piece, value: unknown): Piece {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const given = (): Piece => {
    if (!isScalar) throw new CannotSay('value');
    return literal(value);
  };
  switch (operator) {
    case 'isEqual':
    case 'isDateEqual':
    case '':
      return isList(answer)
        ? includes(answer, given())
        : equal(answer, value === null || value === undefined ? literal('') : given());
    case 'isNotEqual':
    case 'isNotDateEqual':
      return isList(answer) ? not(includes(answer, given())) : differ(answer, given());
    case 'isEmpty':
      return empty(answer);
    case 'isNotEmpty':
      return filled(answer);
    case 'includes':
      return includes(answer, given());
    case 'notIncludes':
      return not(includes(answer, given()));
    case 'startsWith':
    case 'endsWith':
      return callMethod(text(answer), operator, [text(given())], 'bool');
    case 'lessThan':
    case 'dateLessThan':
      return ordered('<', answer, given());
    case 'greaterThan':
    case 'dateGreaterThan':
      return ordered('>', answer, given());
    case 'lessThanOrEqual':
    case 'dateLessThanOrEqual':
      return ordered('<=', answer, given());
    case 'greaterThanOrEqual':
    case 'dateGreaterThanOrEqual':
      return ordered('>=', answer, given());
    default:
      throw new CannotSay('operator', { name: operator });
  }
}

/** Everything that is asked of an answer. */
export function setChecks(context: FormioContext, made: FormioQuestion): void {
  const { form } = context;
  const { component, element, holds, where } = made;
  const validate = objectOf(component, 'validate');
  const custom = textOf(validate, 'customMessage');
  const errors = objectOf(component, 'errors');
  const requiredMessage = textOf(errors, 'required') || custom;
  if (flagOf(validate, 'required'))
    element['reqValidator'] = requiredMessage === '' ? true : { message: requiredMessage };
  const rules: Validator[] = [];
  const limit = (type: string, key: string) => {
    const value = numberOf(validate, key);
    if (value !== undefined) rules.push({ type, value });
  };
  if (holds === 'text') {
    limit('str/minLength', 'minLength');
    limit('str/maxLength', 'maxLength');
    addPattern(context, textOf(validate, 'pattern'), where, rules);
  }
  if (holds === 'number') {
    limit('num/min', 'min');
    limit('num/max', 'max');
    const step = textOf(validate, 'step');
    if (flagOf(validate, 'integer') || step === '1') rules.push({ type: 'num/integer' });
    else if (step !== '' && step !== 'any') form.notes.add(where, 'validator', { name: `step ${step}` });
  }
  if (holds === 'list') {
    limit('arr/minLength', 'minSelectedCount');
    limit('arr/maxLength', 'maxSelectedCount');
  }
  if (holds === 'date' || holds === 'dateTime' || holds === 'time') addDates(context, made, rules);
  const said = rules.filter(fits).map((rule) => (custom === '' ? rule : { ...rule, message: custom }));
  add(element, said);
  for (const key of ['minWords', 'maxWords']) {
    if (numberOf(validate, key) !== undefined) form.notes.add(where, 'validator', { name: key });
  }
  setScripts(context, made);
  for (const key of Object.keys(errors)) {
    if (key !== 'required' && textOf(errors, key) !== '')
      form.notes.count('property', { name: `errors.${key}` }, where);
  }
}

/** The first and the last date, in any of the places where versions of Form.io have them. */
function addDates({ form }: FormioContext, { component, holds, where }: FormioQuestion, rules: Validator[]): void {
  const places = [objectOf(component, 'datePicker'), objectOf(component, 'widget'), component];
  for (const [key, type] of [
    ['minDate', 'date/min'],
    ['maxDate', 'date/max'],
  ] as const) {
    const given = places.map((one) => textOf(one, key)).find((text) => text !== '');
    if (given === undefined) continue;
    const day = /^(\d{4}-\d\d-\d\d)(?:T|$)/.exec(given)?.[1];
    if (holds === 'date' && day !== undefined) rules.push({ type, value: day });
    else form.notes.add(where, 'validator', { name: `${key} ${given}` });
  }
}

/** A length is a whole number. */
function fits({ type, value }: Validator): boolean {
  return !/Length$/.test(type) || (Number.isInteger(value) && Number(value) > 0);
}

function add(element: Draft, rules: readonly Validator[]): void {
  if (rules.length > 0) element['validators'] = [...((element['validators'] ?? []) as Validator[]), ...rules];
}

function addPattern({ form }: FormioContext, pattern: string, where: string, rules: Validator[]): void {
  if (pattern === '') return;
  // The whole text must match, as with the pattern of an input.
  const value = form.notes.attempt(where, 'constraint', pattern, () => checkedPattern(`^(?:${pattern})$`));
  if (value !== undefined) rules.push({ type: 'str/pattern', value });
}

function setScripts({ form, names }: FormioContext, { component, element, place, holds, where }: FormioQuestion): void {
  const validate = objectOf(component, 'validate');
  const custom = textOf(validate, 'customMessage');
  const script = textOf(validate, 'custom').trim();
  const logic = own(validate, 'json');
  const scope = names.scope({ ...place, holds });
  if (script !== '') {
    form.later.push(() => {
      const check = form.notes.attempt(where, 'constraint', script, () => {
        const { rule, message } = translateCheck(script, scope);
        return { value: printPiece(rule), message: custom || message };
      });
      if (check !== undefined)
        add(element, [{ type: 'expr', value: check.value, ...(check.message && { message: check.message }) }]);
    });
  }
  if (isObject(logic) && Object.keys(logic).length > 0) {
    form.later.push(() => {
      const value = form.notes.attempt(where, 'constraint', quoteJson(logic), () =>
        printPiece(truth(translateLogic(logic, scope))),
      );
      if (value !== undefined) add(element, [{ type: 'expr', value, ...(custom !== '' && { message: custom }) }]);
    });
  }
}

/** The expression of a value that is calculated; undefined after a note. */
export function calculation(
  { form, names }: FormioContext,
  { component, place, where }: FormioElement,
): string | undefined {
  const given = own(component, 'calculateValue');
  const source = typeof given === 'string' ? given : quoteJson(given);
  return form.notes.attempt(where, 'calculation', source, () => {
    const scope = names.scope(place);
    return printPiece(
      typeof given === 'string' ? translateScript(given, 'value', scope) : translateLogic(given, scope),
    );
  });
}
