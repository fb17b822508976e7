// The data a form opens with: that of the link's entry, then the `data` of its query string, before initial values.
// SPEC.md "Fill links": only declared fields, invalid JSON is ignored, and each top-level key of `data` replaces that key whole.
import type { JsonObject } from '../core/form-definition.ts';
import type { FormPlan } from '../core/form-plan.ts';
import { quoteName } from '../core/validation/message.ts';
import { validateEntry } from '../core/validation/validate-entry.ts';
import { isPlainObject } from '../core/values/value-type.ts';

/** `text` is the value of the parameter `data`. */
export function withPrefill(plan: FormPlan, base: JsonObject, text: string): JsonObject {
  const sent = readPrefill(text);
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

function readPrefill(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    // SPEC.md: invalid JSON is ignored and the form opens empty.
    return undefined;
  }
}
