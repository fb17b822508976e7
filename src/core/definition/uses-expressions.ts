// Whether compileForm and the page will need the expression engine for a form, so that a page can load it only then
// (expression/engine.ts).

import { isLiteralLimit } from '../validation/rules.ts';
import { isPlainObject } from '../values/value-type.ts';
import type { FormDefinition } from './form-definition.ts';

/** May be true for a form that only seems to have expressions; never false for one that has them. */
export function usesExpressions({ formSchema }: Pick<FormDefinition, 'formSchema'>): boolean {
  return holdsExpression(formSchema);
}

/** Where these are texts, they are conditions, which may be left blank. */
const conditions: readonly string[] = ['relevant', 'readonly', 'req', 'validateSaved', 'validateTemplate'];
/** Where these are texts, they are expressions. */
const sources: readonly string[] = ['eq', 'compute', 'options', 'qs', 'res'];

function holdsExpression(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsExpression);
  if (!isPlainObject(value)) return false;
  for (const key of Object.keys(value)) {
    const inside = value[key];
    if (typeof inside !== 'string') {
      // A list of options, which may be long, holds values and labels only.
      if (typeof inside === 'object' && !(key === 'options' && Array.isArray(inside)) && holdsExpression(inside))
        return true;
    } else if (
      inside.includes('{{') ||
      sources.includes(key) ||
      (conditions.includes(key) && /\S/.test(inside)) ||
      (key === 'value' && !isLiteralValue(value['type'], inside))
    )
      return true;
  }
  return false;
}

/** Whether the `value` of a validator is taken as it is. */
function isLiteralValue(type: unknown, value: string): boolean {
  return type === 'str/pattern' || (type !== 'expr' && isLiteralLimit(String(type), value));
}
