// The rules of a field that its schema does not say, by their names in the definition: for those who read the schema. [forms.schema.unsaid]
import type { FieldStep, RepeatStep, RowShape } from '../../../core/plan/form-plan.ts';
import { literalLimit } from '../../../core/validation/rules.ts';
import type { Conditions } from './conditions.ts';
import { limitsOf, samePattern } from './limits-of.ts';

/** Which kinds of values the rules of a family are said for. */
const saidFor: Readonly<Record<string, readonly string[]>> = {
  str: ['text'],
  num: ['number', 'rate'],
  arr: ['multi-choice', 'repeat'],
};

export function unsaidRules(step: FieldStep | RepeatStep, shape: RowShape, conditions: Conditions): string[] {
  const { element, required } = step;
  const kind = step.kind === 'repeat' ? 'repeat' : step.value.kind;
  const { isRewritten } = limitsOf(element);
  const validators = (element.validators ?? []).flatMap((one) => {
    const rule: { type: string; value?: unknown; level?: string } = typeof one === 'string' ? { type: one } : one;
    if (rule.level !== undefined && rule.level !== 'error') return [];
    return isSaid(rule, kind, isRewritten) ? [] : [rule.type];
  });
  const options = step.kind === 'field' && step.options?.form === 'expression' && !step.options.expression.isConstant;
  const isDoc = kind === 'doc' && required?.level === 'error';
  const isAsked = required?.level === 'error' && conditions.ofTruth(required.when, shape) === undefined;
  const isHidden = conditions.ofStep(step, shape) === undefined;
  const files = [element.fileTypes && 'fileTypes', element.fileMaxSize && 'fileMaxSize'].filter(Boolean) as string[];
  return [
    ...(isHidden ? ['relevant'] : []),
    ...(isAsked || isDoc ? ['reqValidator'] : []),
    ...(options ? ['options'] : []),
    ...(kind === 'file' ? files : []),
    ...new Set(validators),
  ];
}

interface Validator {
  readonly type: string;
  readonly value?: unknown;
}

function isSaid({ type, value }: Validator, kind: string, isRewritten: boolean): boolean {
  const [family = '', name = ''] = type.split('/');
  if (!saidFor[family]?.includes(kind)) return false;
  if (type === 'str/pattern') return !isRewritten && samePattern(value).length > 0;
  if (['email', 'url', 'phone', 'integer'].includes(name)) return true;
  // Lengths are those of the text as it is stored.
  return literalLimit(type, value) !== undefined && !(family === 'str' && isRewritten);
}
