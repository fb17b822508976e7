// Everything that is wrong with a form definition, found when it is written rather than when somebody fills it.
// The caller has already checked that the top-level properties are known. [forms.write] [limits.forms]

import { elementProperties } from '../../fields/properties.ts';
import { expressions } from '../expression/engine.ts';
import { allItemTexts } from '../locale/all-item-texts.ts';
import { readFormInSteps } from '../plan/compile-form.ts';
import { adaptField } from '../plan/compile-tools.ts';
import type { CheckElement } from '../plan/form-plan.ts';
import { refuseCircles } from '../plan/refuse-circles.ts';
import { compilePattern } from '../text/pattern.ts';
import { isPlainObject } from '../values/value-type.ts';
import { checkElement, checkElementBy, checkSize, elementKind } from './check-element.ts';
import {
  addProblem,
  type DefinitionPath,
  type DefinitionProblem,
  type ExpressionEngine,
  readCondition,
  readTemplate,
} from './definition-problems.ts';
import { checkWork, patternLimits } from './form-cost.ts';
import type { FormDefinition } from './form-definition.ts';
import { runAtOnce, type Steps } from './steps.ts';
import { walkElements } from './walk-elements.ts';
import { writtenExpressions } from './written-expressions.ts';

export type { DefinitionProblem } from './definition-problems.ts';

export function checkForm(form: FormDefinition): DefinitionProblem[] {
  return runAtOnce(checkFormInSteps(form));
}

export interface CheckFormOptions {
  /** Whether a property is being written. What is stored was accepted before some bounds were there. */
  readonly isWritten?: (property: keyof FormDefinition) => boolean;
}

/** The same with pauses, for a server that has other things to do. */
export function* checkFormInSteps(
  form: FormDefinition,
  { isWritten = () => true }: CheckFormOptions = {},
): Steps<DefinitionProblem[]> {
  const problems: DefinitionProblem[] = [];
  const engineOf = (property: keyof FormDefinition) => (isWritten(property) ? writtenExpressions : expressions);
  yield* readFormInSteps(form, problems, {
    ...patternLimits(form, problems, compilePattern),
    expressions: engineOf('formSchema'),
    itemTexts: allItemTexts,
    adaptField,
    checkElement: isWritten('formSchema') ? checkWrittenElement : checkElement,
    checkSize,
    checkCircles: refuseCircles,
  });
  checkWork(problems, form.formSchema?.rootElem);
  if (form.page?.hideSubmit && !hasSubmitButton(form)) {
    addProblem(problems, ['page', 'hideSubmit'], 'needs a button in the form that submits it');
  }
  for (const name of ['postSave', 'postSubmit', 'postEdit', 'postTemplate'] as const) {
    yield* checkAfterActions({ problems, engine: engineOf(name) }, [name], form[name]);
  }
  yield* eachObject({ problems, engine: engineOf('templates') }, ['templates'], form.templates, checkLayout);
  return problems;
}

const checkNewElement = checkElementBy(elementProperties, writtenExpressions);

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
  return checkNewElement(problems, path, value, isRoot);
};

/** [forms.page] */
export function hasSubmitButton(form: FormDefinition): boolean {
  for (const { element } of walkElements(form)) {
    const { type, buttonAction = 'submit' } = element;
    if (type === 'eButton' && buttonAction !== 'save') return true;
  }
  return false;
}

interface Checking {
  readonly problems: DefinitionProblem[];
  readonly engine: ExpressionEngine;
}

function* checkAfterActions(checking: Checking, path: DefinitionPath, actions: unknown): Steps<void> {
  if (!isPlainObject(actions)) return;
  yield* eachObject(checking, [...path, 'renders'], actions['renders'], () => {});
  yield* eachObject(checking, [...path, 'emails'], actions['emails'], checkEmail);
  yield* eachObject(checking, [...path, 'ui'], actions['ui'], checkUi);
}

type Check = (checking: Checking, path: DefinitionPath, rule: Record<string, unknown>) => void;

function* eachObject(checking: Checking, path: DefinitionPath, list: unknown, check: Check): Steps<void> {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) {
    addProblem(checking.problems, path, 'must be an array');
    return;
  }
  for (const [index, rule] of list.entries()) {
    yield;
    const place = [...path, index];
    if (isPlainObject(rule)) {
      readCondition(checking.problems, [...place, 'if'], rule['if'], true, checking.engine);
      check(checking, place, rule);
    } else addProblem(checking.problems, place, 'must be of type object');
  }
}

function checkEmail(checking: Checking, path: DefinitionPath, rule: Record<string, unknown>): void {
  for (const property of ['to', 'replyTo']) {
    const addresses = rule[property];
    if (addresses === undefined || addresses === null) continue;
    if (!Array.isArray(addresses)) addProblem(checking.problems, [...path, property], 'must be an array');
    else
      addresses.forEach(
        (address, index) => void readTemplate(checking.problems, [...path, property, index], address, checking.engine),
      );
  }
  checkTemplate(checking, [...path, 'subject'], rule['subject']);
  checkTemplate(checking, [...path, 'text'], rule['text']);
  checkTemplate(checking, [...path, 'html'], rule['html'], 'html');
}

function checkUi(checking: Checking, path: DefinitionPath, rule: Record<string, unknown>): void {
  checkTemplate(checking, [...path, 'text'], rule['text']);
  checkTemplate(checking, [...path, 'html'], rule['html'], 'html');
  const { type, redirectOptions } = rule;
  if (type !== 'redirect') return;
  const url = isPlainObject(redirectOptions) ? redirectOptions['url'] : undefined;
  checkAddress(checking, [...path, 'redirectOptions', 'url'], url);
}

function checkLayout(checking: Checking, path: DefinitionPath, layout: Record<string, unknown>): void {
  const { type, url } = layout;
  if (type === 'remote') checkAddress(checking, [...path, 'url'], url);
}

function checkAddress(checking: Checking, path: DefinitionPath, url: unknown): void {
  if (url === undefined) addProblem(checking.problems, path, 'is required');
  else readTemplate(checking.problems, path, url, checking.engine);
}

function checkTemplate(
  checking: Checking,
  path: DefinitionPath,
  source: unknown,
  mode: 'text' | 'html' = 'text',
): void {
  if (source !== undefined && source !== null) readTemplate(checking.problems, path, source, checking.engine, mode);
}
