// The data a form opens with: that of the link's entry, then the `data` of its query string, before initial values.
// Only declared fields, invalid JSON is ignored, and each top-level key of `data` replaces that key whole.
// [fill-links.prefill] [fill-links.prefill.replaces]
import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import { itemText } from '../core/locale/item-texts.ts';
import type { FormPlan } from '../core/plan/form-plan.ts';
import { type OptionIndex, optionKey } from '../core/plan/option-list.ts';
import { quoteName } from '../core/validation/message.ts';
import { validateEntry } from '../core/validation/validate-entry.ts';
import { isPlainObject } from '../core/values/value-type.ts';
import { getAt, keysOfModelPath, setAt } from '../form-view/data-at.ts';

/** `text` is the value of the parameter `data`. */
export function withPrefill(plan: FormPlan, base: JsonObject, text: string): JsonObject {
  const sent = readPrefill(text);
  if (sent === undefined) return base;
  // What is hidden now may be shown later, so conditions do not count yet.
  const unconditional: FormPlan = { ...plan, guards: [], decisions: [], firstCircular: 0 };
  const context = { cleanHtml: (html: string) => html };
  const { data: typed, messages } = validateEntry(unconditional, sent, { rules: 'types', context });
  const data = withoutUnknownOptions(unconditional, typed, context);
  const filled = { ...base };
  for (const key of Object.keys(sent)) {
    // A value of the wrong shape fills nothing, and takes nothing away.
    if (messages.some(({ modelPath }) => modelPath.startsWith(`model${quoteName(key)}`))) continue;
    if (key in typed && !(key in data)) continue;
    delete filled[key];
  }
  return { ...filled, ...data };
}

type Context = Parameters<typeof validateEntry>[2]['context'];

/** A label, or any value that a fixed list does not have, chooses nothing. Lists that are computed may still change. */
function withoutUnknownOptions(plan: FormPlan, typed: JsonObject, context: Context): JsonObject {
  const lists = new Map<string, OptionIndex>();
  const prefixes = new Map(plan.shapes.map((shape) => [shape, '']));
  for (const shape of plan.shapes) {
    for (const step of shape.steps) {
      const path = `${prefixes.get(shape)}${step.path}`;
      if (step.kind === 'repeat') prefixes.set(step.rows, path);
      else if (step.kind === 'field' && step.options?.form === 'list') lists.set(withoutRows(path), step.options.index);
    }
  }
  const refusal = itemText(plan.itemTexts, 'notInOptions');
  let data: JsonObject = typed;
  for (const { modelPath, message } of validateEntry(plan, typed, { rules: 'all', context }).messages) {
    const known = message === refusal ? lists.get(withoutRows(modelPath.slice('model'.length))) : undefined;
    if (known === undefined) continue;
    const keys = keysOfModelPath(modelPath);
    data = (setAt(data, keys, keepKnown(getAt(data, keys), known)) ?? {}) as JsonObject;
  }
  return data;
}

const withoutRows = (path: string) => path.replace(/\[\d+\]/g, '');

/** Of several choices, and of the questions of a matrix, those that are options stay. */
function keepKnown(value: JsonValue | undefined, known: OptionIndex): JsonValue | undefined {
  const isKnown = (one: JsonValue) => known.has(optionKey(one));
  if (Array.isArray(value)) {
    const kept = value.filter(isKnown);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isPlainObject(value)) return undefined;
  const kept = Object.entries(value).filter(([, one]) => isKnown(one));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function readPrefill(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    // Invalid JSON is ignored and the form opens empty.
    return undefined;
  }
}
