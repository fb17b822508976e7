// The rules of a field that its schema does not say, by their names in the definition: for those who read the schema. [forms.schema.unsaid]
import type { FieldStep, RepeatStep, RowShape } from '../../../core/plan/form-plan.ts';
import { literalLimit } from '../../../core/validation/rules.ts';
import { schemaByKind } from '../../../fields/all/server/schema.ts';
import type { Conditions } from './conditions.ts';
import { limitsOf, samePattern } from './limits-of.ts';

/** The families of rules that the schema of a repeat says. */
const rowRules = ['arr'];

export function unsaidRules(step: FieldStep | RepeatStep, shape: RowShape, conditions: Conditions): string[] {
  const { element, required } = step;
  const kind = step.kind === 'field' ? schemaByKind[step.value.kind] : undefined;
  const families = kind === undefined ? rowRules : (kind.rules ?? []);
  const { isRewritten } = limitsOf(element);
  const validators = (element.validators ?? []).flatMap((one) => {
    const rule: { type: string; value?: unknown; level?: string } = typeof one === 'string' ? { type: one } : one;
    if (rule.level !== undefined && rule.level !== 'error') return [];
    return isSaid(rule, families, isRewritten) ? [] : [rule.type];
  });
  const options = step.kind === 'field' && step.options?.form === 'expression' && !step.options.expression.isConstant;
  const isAsked = required?.level === 'error' && conditions.ofTruth(required.when, shape) === undefined;
  const isHidden = conditions.ofStep(step, shape) === undefined;
  const ofKind = kind?.unsaid?.(element, required?.level === 'error') ?? [];
  return [
    ...(isHidden ? ['relevant'] : []),
    ...(isAsked || ofKind.includes('reqValidator') ? ['reqValidator'] : []),
    ...(options ? ['options'] : []),
    ...ofKind.filter((name) => name !== 'reqValidator'),
    ...new Set(validators),
  ];
}

interface Validator {
  readonly type: string;
  readonly value?: unknown;
}

function isSaid({ type, value }: Validator, families: readonly string[], isRewritten: boolean): boolean {
  const [family = '', name = ''] = type.split('/');
  if (!families.includes(family)) return false;
  if (type === 'str/pattern') return !isRewritten && samePattern(value).length > 0;
  if (['email', 'url', 'phone', 'integer'].includes(name)) return true;
  // Lengths are those of the text as it is stored.
  return literalLimit(type, value) !== undefined && !(family === 'str' && isRewritten);
}
