// The data a form opens with: that of the link's entry, then the `data` of its query string, then initial values.
// SPEC.md "Fill links": only declared fields, invalid JSON is ignored, and each top-level key of `data` replaces that key whole.
import type { JsonObject } from '../core/form-definition.ts';
import type { FormPlan } from '../core/form-plan.ts';
import { modelScope } from '../core/model-scope.ts';
import type { ScopeContext } from '../core/row-state.ts';
import { quoteName } from '../core/validation/message.ts';
import { validateEntry } from '../core/validation/validate-entry.ts';
import { isPlainObject } from '../core/values/value-type.ts';
import { withInitialValues } from '../form-view/initial-values.ts';
import type { ViewNode } from '../form-view/view-node.ts';

export function withPrefill(plan: FormPlan, base: JsonObject, search: string): JsonObject {
  const sent = readPrefill(search);
  if (sent === undefined) return base;
  // What is hidden now may be shown later, so conditions do not count yet.
  const unconditional: FormPlan = { ...plan, guards: [], firstCircularGuard: 0 };
  const context = { cleanHtml: (html: string) => html };
  const { data, messages } = validateEntry(unconditional, sent, { rules: 'types', context });
  const filled = { ...base };
  for (const key of Object.keys(sent)) {
    // A value of the wrong shape fills nothing, and takes nothing away.
    if (messages.some(({ modelPath }) => modelPath.startsWith(`model${quoteName(key)}`))) continue;
    delete filled[key];
  }
  return { ...filled, ...data };
}

function readPrefill(search: string): JsonObject | undefined {
  const text = new URLSearchParams(search).get('data');
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    // SPEC.md: invalid JSON is ignored and the form opens empty.
    return undefined;
  }
}

export function withStart(
  tree: ViewNode | undefined,
  plan: FormPlan,
  data: JsonObject,
  context: ScopeContext,
): JsonObject {
  return tree === undefined ? data : withInitialValues([tree], data, (filled) => modelScope(plan, filled, context));
}
