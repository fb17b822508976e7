// A form definition as it is stored: checked in slices, defaults left out. Throws the 400 that names every problem.
import { type CheckFormOptions, checkFormInSteps } from '../../core/definition/check-form.ts';
import { omitDefaults } from '../../core/definition/form-defaults.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { errors } from '../base/errors.ts';
import { ownTurn, runInSlices } from '../scheduling/run-in-slices.ts';

/**
 * `under` is the property of the body that holds the definition, where the body is not the definition itself.
 */
export async function readDefinition(
  form: FormDefinition,
  { under, ...options }: CheckFormOptions & { under?: string } = {},
): Promise<FormDefinition> {
  await ownTurn();
  const kept = omitDefaults(form);
  const [problem, ...others] = await runInSlices(checkFormInSteps(kept, options));
  if (problem === undefined) return kept;
  const keys = [problem, ...others].map(({ path }) => (under === undefined ? path : `${under}.${path}`));
  const message = under === undefined ? problem.message : problem.message.replace(/^"/, `"${under}.`);
  throw errors.requestInvalid(message, { source: 'payload', keys: [...new Set(keys)] });
}
