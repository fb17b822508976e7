// Makes the plan of a form (form-plan.ts) from its definition.

import { addProblem, type DefinitionProblem, readCondition } from '../definition/definition-problems.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { runAtOnce, type Steps } from '../definition/steps.ts';
import type { ItemTexts } from '../locale/item-texts.ts';
import { localeOf } from '../locale/locale.ts';
import { compileShapes } from './compile-shapes.ts';
import type { CompileTools, FormPlan } from './form-plan.ts';

/** For a definition that checkForm had no objections to when it was written; throws FormDefinitionError where it has to. */
export function compileForm(form: FormDefinition, tools: CompileTools = {}): FormPlan {
  return runAtOnce(compileFormInSteps(form, tools));
}

export function* compileFormInSteps(form: FormDefinition, tools: CompileTools = {}): Steps<FormPlan> {
  const problems: DefinitionProblem[] = [];
  const plan = yield* readFormInSteps(form, problems, tools);
  if (problems.length > 0) throw new FormDefinitionError(problems);
  return plan;
}

/** The plan of what can be understood; what cannot is added to `problems`. */
export function readForm(form: FormDefinition, problems: DefinitionProblem[], tools: CompileTools): FormPlan {
  return runAtOnce(readFormInSteps(form, problems, tools));
}

export function* readFormInSteps(
  form: FormDefinition,
  problems: DefinitionProblem[],
  tools: CompileTools,
): Steps<FormPlan> {
  const schema = form.formSchema ?? {};
  const readFlag = (name: 'validateSaved' | 'validateTemplate') =>
    readCondition(problems, ['formSchema', name], schema[name], false, tools.expressions);
  const { shapes, order } = yield* compileShapes(schema.rootElem, problems, tools);
  return {
    ...readLocale(form, problems, tools),
    shapes,
    ...order,
    hasFiles: shapes.some(({ steps }) => steps.some((step) => step.kind === 'field' && step.value.hasFiles === true)),
    validateSaved: readFlag('validateSaved'),
    validateTemplate: readFlag('validateTemplate'),
  };
}

function readLocale(
  form: FormDefinition,
  problems: DefinitionProblem[],
  { itemTexts }: CompileTools,
): Pick<FormPlan, 'locale' | 'itemTexts'> {
  const locale = localeOf(form.locale);
  const texts = itemTexts?.[locale];
  // English messages on a Hebrew page would pass in silence.
  if (texts === undefined) addProblem(problems, ['locale'], 'needs texts: give compileForm itemTexts');
  return { locale, itemTexts: texts ?? ({} as ItemTexts) };
}

export class FormDefinitionError extends Error {
  override readonly name = 'FormDefinitionError';
  readonly problems: readonly DefinitionProblem[];

  constructor(problems: readonly DefinitionProblem[]) {
    super(problems[0]?.message);
    this.problems = problems;
  }
}
