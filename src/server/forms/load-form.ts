// Forms as the engine runs them: compiled once and kept by id and version.
import { checkElement } from '../../core/check-element.ts';
import { dataTextWriter, type WriteDataText } from '../../core/data-text.ts';
import type { FormDefinition } from '../../core/form-definition.ts';
import { compileForm, type FormPlan } from '../../core/form-plan.ts';
import { hebrewItemTexts } from '../../core/locale-messages-he.ts';
import { compilePattern } from '../../core/pattern.ts';
import { type CompiledRuleSets, compileRules } from '../after-actions/compile-rules.ts';
import { errors } from '../errors.ts';
import type { Db } from '../store/db.ts';
import { type FormRow, findForm } from '../store/forms.ts';

export interface LoadedForm {
  readonly id: string;
  readonly account: string;
  readonly version: number;
  readonly definition: FormDefinition;
  readonly plan: FormPlan;
  readonly rules: CompiledRuleSets;
  /** Entry data as the text to store, keys in the form's order. */
  readonly writeData: WriteDataText;
}

export interface FormCache {
  /** The form, perhaps as it was a while ago: whoever writes with it confirms its version in the same transaction. */
  get(id: string): Promise<LoadedForm>;
  /** The form as it is now. */
  getFresh(id: string): Promise<LoadedForm>;
  forget(id: string): void;
}

const maxCachedForms = 500;

export function createFormCache(db: Db): FormCache {
  const cached = new Map<string, LoadedForm>();

  async function getFresh(id: string): Promise<LoadedForm> {
    const row = await findForm(db.sql, id);
    if (row === undefined) {
      cached.delete(id);
      throw errors.formNotFound(id);
    }
    const known = cached.get(id);
    const form = known?.version === row.version ? known : compileRow(row);
    cached.delete(id);
    cached.set(id, form);
    if (cached.size > maxCachedForms) cached.delete(cached.keys().next().value as string);
    return form;
  }

  return {
    getFresh,
    async get(id) {
      return cached.get(id) ?? getFresh(id);
    },
    forget(id) {
      cached.delete(id);
    },
  };
}

function compileRow({ id, account, version, definition }: FormRow): LoadedForm {
  return compileDefinition({ id, account, version, definition: JSON.parse(definition) as FormDefinition });
}

export function compileDefinition(form: Pick<LoadedForm, 'id' | 'account' | 'version' | 'definition'>): LoadedForm {
  const { definition } = form;
  const plan = compileForm(definition, { compilePattern, hebrewItemTexts, checkElement });
  return {
    ...form,
    plan,
    rules: compileRules(definition),
    writeData: dataTextWriter(plan),
  };
}
