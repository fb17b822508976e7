// POST /form/check: everything that is wrong with a definition, without storing it. [forms.check]
import type { FormCheck } from '../../api-types/forms.ts';
import { checkFormInSteps } from '../../core/definition/check-form.ts';
import { listSlips } from '../../core/definition/element-properties.ts';
import { omitDefaults } from '../../core/definition/form-defaults.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { withoutCrowd } from '../http/checks.ts';
import { ownTurn, runInSlices } from '../scheduling/run-in-slices.ts';
import { newFormCheck } from './form-checks.ts';
import { largeFormLength } from './present-form.ts';

const maxProblems = 100;

export async function checkDefinition(request: ApiRequest<unknown, unknown, object>): Promise<FormCheck> {
  const { value, error } = newFormCheck.validate(withoutCrowd(newFormCheck, request.payload));
  if (error !== undefined) {
    // One at a time, as where a form is written: what Joi knows of the rest it would say at a cost.
    const problems = error.details.map(({ path, message }) => ({ key: path.join('.'), message }));
    return { isValid: false, problems, isMore: false, warnings: [] };
  }
  const definition = omitDefaults(value as FormDefinition);
  const found = await runInSlices(checkFormInSteps(definition));
  const problems = found.slice(0, maxProblems).map(({ path, message }) => ({ key: path, message }));
  await ownTurn();
  const isLarge = JSON.stringify(definition).length >= largeFormLength;
  const slips = found.length > 0 || isLarge ? [] : listSlips(definition);
  const warnings = slips.map(({ path, meant }) => `${path} has no effect, did you mean ${meant}?`);
  return { isValid: found.length === 0, problems, isMore: found.length > maxProblems, warnings };
}
