// Everything that is wrong with a form definition, found when it is written rather than when somebody fills it.
// The caller has already checked that the top-level properties are known. [forms.write] [limits.forms]

import { expressions } from '../expression/engine.ts';
import { allItemTexts } from '../locale/all-item-texts.ts';
import { readFormInSteps } from '../plan/compile-form.ts';
import { adaptField } from '../plan/compile-tools.ts';
import type { CheckElement } from '../plan/form-plan.ts';
import { compilePattern } from '../text/pattern.ts';
import { isPlainObject } from '../values/value-type.ts';
import { checkElement, checkSize, elementKind } from './check-element.ts';
import {
  addProblem,
  type DefinitionPath,
  type DefinitionProblem,
  readCondition,
  readTemplate,
} from './definition-problems.ts';
import { checkWork, patternLimits } from './form-cost.ts';
import type { FormDefinition } from './form-definition.ts';
import { runAtOnce, type Steps } from './steps.ts';
import { walkElements } from './walk-elements.ts';

export type { DefinitionProblem } from './definition-problems.ts';

export function checkForm(form: FormDefinition): DefinitionProblem[] {
  return runAtOnce(checkFormInSteps(form));
}

/** The same with pauses, for a server that has other things to do. `isWritten` is false where the elements are those that are stored. */
export function* checkFormInSteps(form: FormDefinition, { isWritten = true } = {}): Steps<DefinitionProblem[]> {
  const problems: DefinitionProblem[] = [];
  yield* readFormInSteps(form, problems, {
    ...patternLimits(form, problems, compilePattern),
    expressions,
    itemTexts: allItemTexts,
    adaptField,
    checkElement: isWritten ? checkWrittenElement : checkElement,
    checkSize,
  });
  checkWork(problems, form.formSchema?.rootElem);
  if (form.page?.hideSubmit && !hasSubmitButton(form)) {
    addProblem(problems, ['page', 'hideSubmit'], 'needs a button in the form that submits it');
  }
  for (const name of ['postSave', 'postSubmit', 'postEdit', 'postTemplate'] as const) {
    yield* checkAfterActions(problems, [name], form[name]);
  }
  yield* eachObject(problems, ['templates'], form.templates, checkLayout);
  return problems;
}

/**
 * `checkElement`, and what is refused only when a form is written: stored forms still load. `concealed` on anything but a field would
 * conceal nothing inside it. [forms.elements.page]
 */
const checkWrittenElement: CheckElement = (problems, path, value, isRoot) => {
  const tabs = isPlainObject(value) && Array.isArray(value['tabs']) ? value['tabs'].entries() : [];
  const isField = isPlainObject(value) && elementKind(value['type']) === 'field';
  const parts = [...tabs].map(([at, tab]) => [[...path, 'tabs', at], tab] as const);
  for (const [place, part] of isField ? parts : [[path, value] as const, ...parts]) {
    if (isPlainObject(part) && part['concealed'] === true)
      addProblem(problems, [...place, 'concealed'], 'is only allowed on fields: set it on each field to conceal');
  }
  return checkElement(problems, path, value, isRoot);
};

/** [forms.page] */
export function hasSubmitButton(form: FormDefinition): boolean {
  for (const { element } of walkElements(form)) {
    const { type, buttonAction = 'submit' } = element;
    if (type === 'eButton' && buttonAction !== 'save') return true;
  }
  return false;
}

function* checkAfterActions(problems: DefinitionProblem[], path: DefinitionPath, actions: unknown): Steps<void> {
  if (!isPlainObject(actions)) return;
  yield* eachObject(problems, [...path, 'renders'], actions['renders'], () => {});
  yield* eachObject(problems, [...path, 'emails'], actions['emails'], checkEmail);
  yield* eachObject(problems, [...path, 'ui'], actions['ui'], checkUi);
}

type Check = (problems: DefinitionProblem[], path: DefinitionPath, rule: Record<string, unknown>) => void;

function* eachObject(problems: DefinitionProblem[], path: DefinitionPath, list: unknown, check: Check): Steps<void> {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) {
    addProblem(problems, path, 'must be an array');
    return;
  }
  for (const [index, rule] of list.entries()) {
    yield;
    const place = [...path, index];
    if (isPlainObject(rule)) {
      readCondition(problems, [...place, 'if'], rule['if'], true, expressions);
      check(problems, place, rule);
    } else addProblem(problems, place, 'must be of type object');
  }
}

function checkEmail(problems: DefinitionProblem[], path: DefinitionPath, rule: Record<string, unknown>): void {
  for (const property of ['to', 'replyTo']) {
    const addresses = rule[property];
    if (addresses === undefined || addresses === null) continue;
    if (!Array.isArray(addresses)) addProblem(problems, [...path, property], 'must be an array');
    else
      addresses.forEach(
        (address, index) => void readTemplate(problems, [...path, property, index], address, expressions),
      );
  }
  checkTemplate(problems, [...path, 'subject'], rule['subject']);
  checkTemplate(problems, [...path, 'text'], rule['text']);
  checkTemplate(problems, [...path, 'html'], rule['html'], 'html');
}

function checkUi(problems: DefinitionProblem[], path: DefinitionPath, rule: Record<string, unknown>): void {
  checkTemplate(problems, [...path, 'text'], rule['text']);
  checkTemplate(problems, [...path, 'html'], rule['html'], 'html');
  const { type, redirectOptions } = rule;
  if (type !== 'redirect') return;
  const url = isPlainObject(redirectOptions) ? redirectOptions['url'] : undefined;
  checkAddress(problems, [...path, 'redirectOptions', 'url'], url);
}

function checkLayout(problems: DefinitionProblem[], path: DefinitionPath, layout: Record<string, unknown>): void {
  const { type, url } = layout;
  if (type === 'remote') checkAddress(problems, [...path, 'url'], url);
}

function checkAddress(problems: DefinitionProblem[], path: DefinitionPath, url: unknown): void {
  if (url === undefined) addProblem(problems, path, 'is required');
  else readTemplate(problems, path, url, expressions);
}

function checkTemplate(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  source: unknown,
  mode: 'text' | 'html' = 'text',
): void {
  if (source !== undefined && source !== null) readTemplate(problems, path, source, expressions, mode);
}
