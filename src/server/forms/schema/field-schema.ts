// What may be in the data under the name of one field, as a JSON Schema: its kind says so. Core decides: whatever it accepts, the
// schema accepts too. What JSON Schema cannot say (expressions, remote checks, limits of dates) is named by unsaid-rules.ts.
// [forms.schema]
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { schemaByKind } from '../../../fields/all/server/schema.ts';
import { type FieldContext, type JsonSchema, something } from './schema-parts.ts';

export function fieldSchema(step: FieldStep, context: FieldContext): JsonSchema {
  return schemaByKind[step.value.kind].schema(step, { ...context, schemaOf: (kind) => schemaByKind[kind] });
}

/** Under the name of a field that has an answer: blanks, empty lists and matrices with open questions are none. */
export function filledSchema(step: FieldStep): JsonSchema {
  return schemaByKind[step.value.kind].filled?.(step) ?? something;
}
