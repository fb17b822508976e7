import type { FormDefinition, JsonObject } from '../../src/core/definition/form-definition.ts';
import type { FormPlan } from '../../src/core/plan/form-plan.ts';

interface Filled {
  readonly form: FormDefinition;
  readonly plan: FormPlan;
  readonly data: JsonObject;
}

export function fillWords(filled: Filled, name: string): Promise<{ review: string; conflict: string }>;
