// What expressions and templates know of the form, and what a form may not ask for. [expressions.names]

import type { JsonObject } from '../../core/definition/form-definition.ts';
import { type Budget, hasRunOut } from '../../core/expression/budget.ts';
import { itemText } from '../../core/locale/item-texts.ts';
import { errors } from '../base/errors.ts';
import type { LoadedForm } from './load-form.ts';

/** `data.form` in expressions and templates. */
export function formFacts(form: LoadedForm): JsonObject {
  const { name = null, publicName = null, timeZone = 'UTC' } = form.definition;
  return { id: form.id, name, publicName, displayName: name || form.id, timeZone };
}

/** Before anything is stored, a form that asks for more than a request may cost refuses the entry. */
export function refuseTooMuchWork(form: LoadedForm, budget: Budget): void {
  if (!hasRunOut(budget)) return;
  const message = itemText(form.plan.itemTexts, 'tooMuchWork');
  throw errors.entryFailedValidation([{ modelPath: 'model', message, type: 'error', value: null }]);
}
