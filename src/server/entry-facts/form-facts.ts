// What expressions and templates know of the form, and what a form may not ask for. [expressions.names]
import { type Budget, hasRunOut } from '../../core/expression/budget.ts';
import type { JsonObject } from '../../core/form-definition.ts';
import { itemText } from '../../core/locale-messages.ts';
import { errors } from '../errors.ts';
import type { LoadedForm } from '../forms/load-form.ts';

/** `data.form` in expressions and templates. */
export function formFacts(form: LoadedForm): JsonObject {
  const { name, publicName, timeZone } = form.definition;
  const facts = { id: form.id, name: name ?? null, publicName: publicName ?? null, displayName: name || form.id };
  return timeZone === undefined ? facts : { ...facts, timeZone };
}

/** Before anything is stored, a form that asks for more than a request may cost refuses the entry. */
export function refuseTooMuchWork(form: LoadedForm, budget: Budget): void {
  if (!hasRunOut(budget)) return;
  const message = itemText(form.plan.itemTexts, 'tooMuchWork');
  throw errors.entryFailedValidation([{ modelPath: 'model', message, type: 'error', value: null }]);
}
