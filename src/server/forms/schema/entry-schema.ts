// A JSON Schema (2020-12) of the data of a form's entries, with labels as titles. Whatever core accepts at a submit, it accepts. A field that
// may be hidden may hold anything; where its condition can be said, `if` and `then` ask for its schema while it is shown.
// [forms.schema] [forms.schema.conditions]
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import type { FieldStep, FormPlan, RepeatStep, RowShape, SectionStep, Step } from '../../../core/plan/form-plan.ts';
import type { Steps } from '../../scheduling/run-in-slices.ts';
import { bothOf, type Conditions, keysOf, openConditions, ownGuard } from './conditions.ts';
import { fieldSchema, filledSchema } from './field-schema.ts';
import { limitsOf } from './limits-of.ts';
import type { JsonSchema, Room, SchemaOf } from './schema-parts.ts';
import { unsaidRules } from './unsaid-rules.ts';

export interface SchemaSource {
  readonly plan: FormPlan;
  readonly definition: FormDefinition;
  /** Its own address. */
  readonly url: string;
  readonly of: SchemaOf;
}

/** Values of options and questions in one schema. [forms.schema.bounds] */
const maxListed = 20_000;

/** As JSON text. */
export function* entrySchema({ plan, definition, url, of }: SchemaSource): Steps<string> {
  const room: Room = { left: maxListed };
  const [shape] = plan.shapes;
  const context = { of, room, conditions: yield* openConditions(plan) };
  const { text } = yield* rowSchema(shape, context, { type: 'object', pointer: '#' });
  const head: JsonSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: url,
    title: definition.publicName || definition.name || 'Form',
  };
  return `${JSON.stringify(head).slice(0, -1)},${text.slice(1)}`;
}

interface Context {
  readonly of: SchemaOf;
  readonly room: Room;
  readonly conditions: Conditions;
}

/** An object while its properties are gathered. */
interface OpenObject {
  /** Where its schema is. */
  readonly pointer: string;
  readonly properties: string[];
  readonly required: string[];
}

interface Written {
  readonly text: string;
  /** It cannot be missing: something inside is required. */
  readonly isNeeded: boolean;
}

interface RowPlace {
  readonly type: string | readonly string[];
  readonly pointer: string;
}

/** Sections come before what is inside them, so they are closed from the last one back. */
function* rowSchema(shape: RowShape, context: Context, place: RowPlace): Steps<Written> {
  const objects: OpenObject[] = [{ pointer: place.pointer, properties: [], required: [] }];
  const sections: SectionStep[] = [];
  const places = new Map<SectionStep, number>();
  const rules: JsonSchema[] = [];
  for (const step of shape.steps) {
    yield;
    const object = objects[step.container] as OpenObject;
    if (step.kind === 'screen-state') continue;
    const pointer = pointerOf(object, step, shape, context);
    if (step.kind === 'section') {
      sections.push(step);
      objects[step.own] = { pointer, properties: [], required: [] };
      places.set(step, object.properties.push('') - 1);
    } else {
      const needs = needsOf(step, shape, context);
      const written =
        step.kind === 'repeat'
          ? yield* repeatSchema(step, context, { needs, pointer, shape })
          : { text: JSON.stringify(describe(step, needs, shape, context)), isNeeded: needs.isAlways };
      add(object, step, written, isFree(step, shape, context));
    }
    if (context.of === 'sent') rules.push(...conditionalRules(step, shape, pointer, context));
  }
  for (const step of sections.reverse()) {
    yield;
    const inside = objects[step.own] as OpenObject;
    const written = close(inside, context.of === 'stored' ? 'object' : ['object', 'null'], { step });
    add(objects[step.container] as OpenObject, step, written, isFree(step, shape, context), places.get(step));
  }
  return close(objects[0] as OpenObject, place.type, { rules });
}

/** What is hidden is dropped, whatever it is. */
function isFree(step: Step, shape: RowShape, { of }: Context): boolean {
  return of === 'sent' && ownGuard(step, shape) !== undefined;
}

function pointerOf({ pointer }: OpenObject, step: Step, shape: RowShape, context: Context): string {
  const name = encodeURIComponent(step.name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `${pointer}/properties/${name}${isFree(step, shape, context) ? '/anyOf/0' : ''}`;
}

function add(
  object: OpenObject,
  step: Step,
  written: Written,
  isHideable: boolean,
  place = object.properties.length,
): void {
  const text = isHideable ? `{"anyOf":[${written.text},true]}` : written.text;
  object.properties[place] = `${JSON.stringify(step.name)}:${text}`;
  if (written.isNeeded) object.required.push(step.name);
}

function close(
  { properties, required }: OpenObject,
  type: string | readonly string[],
  { step, rules = [] }: { step?: Step; rules?: readonly JsonSchema[] },
): Written {
  const isNeeded = required.length > 0;
  const start = JSON.stringify({
    ...(step === undefined ? {} : titleOf(step)),
    type: isNeeded ? 'object' : type,
    ...(isNeeded ? { required } : {}),
  });
  const end = rules.length === 0 ? '' : `,"allOf":${JSON.stringify(rules)}`;
  return { text: `${start.slice(0, -1)},"properties":{${properties.join(',')}}${end}}`, isNeeded };
}

/** Whether an answer is required: whatever the others are, or whenever the field is shown. */
interface Needs {
  readonly isAlways: boolean;
  readonly whenShown: boolean;
}

function needsOf(step: FieldStep | RepeatStep, shape: RowShape, { conditions, of }: Context): Needs {
  const { required } = step;
  if (of === 'sent' && isComputed(step)) return { isAlways: false, whenShown: false };
  const isOn = required?.level === 'error' && conditions.ofTruth(required.when, shape) === true;
  const isAlways = isOn && ownGuard(step, shape) === undefined;
  return { isAlways, whenShown: isOn && conditions.ofStep(step, shape) !== undefined };
}

/** While it is shown it has its schema, and while a condition asks for it an answer. */
function conditionalRules(step: Step, shape: RowShape, pointer: string, { conditions }: Context): JsonSchema[] {
  if (isComputed(step)) return [];
  const shown = conditions.ofStep(step, shape);
  if (shown === undefined || shown === false || step.kind === 'screen-state') return [];
  const required = step.kind === 'section' || step.required?.level !== 'error' ? undefined : step.required;
  const asked = required === undefined ? false : conditions.ofTruth(required.when, shape);
  const keys = keysOf(shape, step);
  const rules: JsonSchema[] = [];
  if (ownGuard(step, shape) !== undefined) {
    const rule = under(keys, { $ref: pointer }, asked === true);
    rules.push(shown === true ? rule : { if: shown, then: rule });
  }
  const when = bothOf(shown, asked);
  if (typeof when === 'object' && typeof asked === 'object') {
    const answer = step.kind === 'field' ? filledSchema(step) : { type: 'array', minItems: 1 };
    rules.push({ if: when, then: under(keys, answer, true) });
  }
  return rules;
}

/** What is under the keys fits, where it is there; `isNeeded` asks for it. */
function under(keys: readonly string[], schema: JsonSchema, isNeeded: boolean): JsonSchema {
  return keys.reduceRight<JsonSchema>(
    (inside, key) => ({ properties: { [key]: inside }, ...(isNeeded && { type: 'object', required: [key] }) }),
    schema,
  );
}

function* repeatSchema(
  step: RepeatStep,
  context: Context,
  { needs, pointer, shape }: { needs: Needs; pointer: string; shape: RowShape },
): Steps<Written> {
  const { of } = context;
  const { text } = yield* rowSchema(step.rows, context, { type: ['object', 'null'], pointer: `${pointer}/items` });
  const { minItems = 0, maxItems = step.maxRows } = limitsOf(step.element);
  const isCounted = of === 'stored' || needs.isAlways || needs.whenShown;
  const start = JSON.stringify({
    ...titleOf(step),
    ...unsaid(step, shape, context),
    type: isCounted ? 'array' : ['array', 'null'],
    ...(isCounted ? { minItems: Math.max(1, minItems) } : {}),
    ...(!isCounted && minItems > 1 ? { anyOf: [{ minItems }, { maxItems: 0 }] } : {}),
    maxItems: Math.min(maxItems, step.maxRows),
  });
  return { text: `${start.slice(0, -1)},"items":${text}}`, isNeeded: needs.isAlways };
}

function describe(step: FieldStep, { isAlways, whenShown }: Needs, shape: RowShape, context: Context): JsonSchema {
  const isRequired = isAlways || (whenShown && context.of === 'sent');
  // Whatever is sent for it is dropped. [validation.computed]
  if (isComputed(step) && context.of === 'sent') return { ...titleOf(step), readOnly: true };
  const readOnly = isComputed(step) && { readOnly: true };
  return {
    ...titleOf(step),
    ...unsaid(step, shape, context),
    ...fieldSchema(step, { ...context, isRequired }),
    ...readOnly,
  };
}

function isComputed(step: Step): boolean {
  return step.kind === 'field' && step.compute !== undefined;
}

/** [forms.schema.unsaid] */
function unsaid(step: FieldStep | RepeatStep, shape: RowShape, { of, conditions }: Context): JsonSchema {
  const rules = of === 'stored' ? [] : unsaidRules(step, shape, conditions);
  return rules.length === 0 ? {} : { $comment: `Also checked: ${rules.join(', ')}.` };
}

function titleOf({ element }: Step): JsonSchema {
  const { label, help } = element;
  return { ...(label ? { title: label } : {}), ...(help ? { description: help } : {}) };
}
