// A form definition as it is stored: checked, defaults left out. Throws the 400 that names every problem.
import { checkForm } from '../../core/check-form.ts';
import type { FormDefinition } from '../../core/form-definition.ts';
import { errors } from '../errors.ts';
import { omitDefaults } from './form-defaults.ts';

/** `under` is the property of the body that holds the definition, where the body is not the definition itself. */
export function readDefinition(form: FormDefinition, { under }: { under?: string } = {}): FormDefinition {
  const kept = omitDefaults(form);
  const [problem, ...others] = checkForm(kept);
  if (problem === undefined) return kept;
  const keys = [problem, ...others].map(({ path }) => (under === undefined ? path : `${under}.${path}`));
  const message = under === undefined ? problem.message : problem.message.replace(/^"/, `"${under}.`);
  throw errors.requestInvalid(message, { source: 'payload', keys: [...new Set(keys)] });
}
