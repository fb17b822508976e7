// A JSON Schema (2020-12) of the data of a form's entries, with labels as titles. Whatever core accepts at a submit, it accepts; what
// depends on other answers is not in it: a field that may be hidden may hold anything while it is. [forms.schema]
import type { FormDefinition } from '../../core/form-definition.ts';
import type { FieldStep, FormPlan, RepeatStep, RowShape, SectionStep, Step } from '../../core/form-plan.ts';
import type { Steps } from '../run-in-slices.ts';
import { fieldSchema, type JsonSchema, type Room, type SchemaOf } from './field-schema.ts';
import { limitsOf } from './limits-of.ts';

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
  const { text } = yield* rowSchema(shape, { of, room }, 'object');
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
}

/** An object while its properties are gathered. */
interface OpenObject {
  readonly properties: string[];
  readonly required: string[];
}

interface Written {
  readonly text: string;
  /** It cannot be missing: something inside is required. */
  readonly isNeeded: boolean;
}

/** Sections come before what is inside them, so they are closed from the last one back. */
function* rowSchema(shape: RowShape, context: Context, type: string | readonly string[]): Steps<Written> {
  const objects = shape.containers.map((): OpenObject => ({ properties: [], required: [] }));
  const sections: SectionStep[] = [];
  const places = new Map<SectionStep, number>();
  for (const step of shape.steps) {
    yield;
    const object = objects[step.container] as OpenObject;
    if (step.kind === 'section') {
      sections.push(step);
      places.set(step, object.properties.push('') - 1);
    } else if (step.kind === 'field') {
      const isRequired = isAlwaysRequired(step);
      add(
        object,
        step,
        { text: JSON.stringify(describe(step, fieldSchema(step, { ...context, isRequired }))), isNeeded: isRequired },
        context,
      );
    } else if (step.kind === 'repeat') {
      add(object, step, yield* repeatSchema(step, context), context);
    }
  }
  for (const step of sections.reverse()) {
    yield;
    const inside = objects[step.own] as OpenObject;
    const written = close(inside, context.of === 'stored' ? 'object' : ['object', 'null'], step);
    add(objects[step.container] as OpenObject, step, written, context, places.get(step));
  }
  return close(objects[0] as OpenObject, type);
}

function add(
  object: OpenObject,
  step: Step,
  written: Written,
  { of }: Context,
  place = object.properties.length,
): void {
  // What is hidden is dropped, whatever it is.
  const isFree = step.guard !== undefined && of === 'sent';
  const text = isFree ? `{"anyOf":[${written.text},true]}` : written.text;
  object.properties[place] = `${JSON.stringify(step.name)}:${text}`;
  if (written.isNeeded) object.required.push(step.name);
}

function close({ properties, required }: OpenObject, type: string | readonly string[], step?: Step): Written {
  const isNeeded = required.length > 0;
  const start = JSON.stringify({
    ...(step === undefined ? {} : titleOf(step)),
    type: isNeeded ? 'object' : type,
    ...(isNeeded ? { required } : {}),
  });
  return { text: `${start.slice(0, -1)},"properties":{${properties.join(',')}}}`, isNeeded };
}

function* repeatSchema(step: RepeatStep, context: Context): Steps<Written> {
  const { of } = context;
  const isRequired = isAlwaysRequired(step);
  const { text } = yield* rowSchema(step.rows, context, ['object', 'null']);
  const { minItems = 0, maxItems = step.maxRows } = limitsOf(step.element);
  const isCounted = of === 'stored' || isRequired;
  const start = JSON.stringify({
    ...titleOf(step),
    type: isCounted ? 'array' : ['array', 'null'],
    ...(isCounted ? { minItems: Math.max(1, minItems) } : {}),
    ...(!isCounted && minItems > 1 ? { anyOf: [{ minItems }, { maxItems: 0 }] } : {}),
    maxItems: Math.min(maxItems, step.maxRows),
  });
  return { text: `${start.slice(0, -1)},"items":${text}}`, isNeeded: isRequired };
}

/** Whatever the other answers are. */
function isAlwaysRequired({ required, guard }: FieldStep | RepeatStep): boolean {
  return required?.when === true && required.level === 'error' && guard === undefined;
}

function describe(step: FieldStep, schema: JsonSchema): JsonSchema {
  return { ...titleOf(step), ...schema };
}

function titleOf({ element }: Step): JsonSchema {
  const { label, help } = element;
  return { ...(label ? { title: label } : {}), ...(help ? { description: help } : {}) };
}
