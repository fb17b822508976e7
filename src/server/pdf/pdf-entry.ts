// What a PDF is made of.
import type { FormDefinition, JsonObject } from '../../core/definition/form-definition.ts';
import type { FormPlan } from '../../core/plan/form-plan.ts';

export interface PdfEntry {
  /** Undefined for data that is in no entry. */
  readonly id: string | undefined;
  readonly idx?: number;
  readonly submitIdx?: number;
  readonly status: string;
  readonly createTime: string;
  readonly submitTime?: string;
  readonly data: JsonObject;
}

export interface PdfForm {
  readonly id: string;
  /** Accounts take turns. */
  readonly account: string;
  /** The publicName, else the displayName. */
  readonly title: string;
  readonly definition: FormDefinition;
  readonly plan: FormPlan;
}
