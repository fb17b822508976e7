// A form as its PDF sees it: the element tree with conditions and templates compiled and each field joined to its step of the
// plan. Sections, rows and tabs are still there; the plan has dissolved them. Made once per form and version.

import {
  type DefinitionProblem,
  readCondition,
  readTemplate,
  type Truth,
} from '../../core/definition/definition-problems.ts';
import type { Element, FormDefinition } from '../../core/definition/form-definition.ts';
import { picturesNamedIn } from '../../core/definition/picture-address.ts';
import { dataPathOf, type ElementPlace, listsIn, rootPlace } from '../../core/definition/walk-elements.ts';
import { expressions } from '../../core/expression/engine.ts';
import type { FieldStep, FormPlan, RepeatStep, RowShape, Step } from '../../core/plan/form-plan.ts';
import type { Template } from '../../core/text/literal-template.ts';

export type OutlineNode =
  | {
      readonly kind: 'group';
      readonly when: Truth;
      readonly title: string;
      readonly help: string;
      readonly children: readonly OutlineNode[];
    }
  | { readonly kind: 'columns'; readonly when: Truth; readonly columns: readonly (readonly OutlineNode[])[] }
  | { readonly kind: 'field'; readonly when: Truth; readonly step: FieldStep }
  | {
      readonly kind: 'repeat';
      readonly when: Truth;
      readonly title: string;
      readonly help: string;
      readonly step: RepeatStep;
      readonly children: readonly OutlineNode[];
    }
  | {
      readonly kind: 'text';
      readonly when: Truth;
      readonly template: Template;
      /** Of a text with markup: the pictures that it names. */
      readonly pictures: readonly string[] | undefined;
    };

/** The pictures of the form's own texts, each once. */
export function picturesOfOutline(nodes: readonly OutlineNode[]): string[] {
  const named = nodes.flatMap((node): readonly string[] => {
    if (node.kind === 'text') return node.pictures ?? [];
    if (node.kind === 'columns') return node.columns.flatMap(picturesOfOutline);
    return 'children' in node ? picturesOfOutline(node.children) : [];
  });
  return [...new Set(named)];
}

/** The steps of the row shape that an element's value belongs to, by their paths. */
type StepsByPath = ReadonlyMap<string, Step>;

export function outlineForm(definition: FormDefinition, plan: FormPlan): readonly OutlineNode[] {
  const root = rootPlace(definition);
  return root === undefined ? [] : outlineElement(root, stepsOf(plan.shapes[0]));
}

function stepsOf(shape: RowShape): StepsByPath {
  return new Map(shape.steps.filter(({ kind }) => kind !== 'screen-state').map((step) => [step.path, step]));
}

function outlineElement(place: ElementPlace, steps: StepsByPath): OutlineNode[] {
  const { element, kind } = place;
  const when = conditionOf(element.relevant);
  if (when === false) return [];
  // The root's own label would repeat the document's title.
  const title = (place.parent && element.label) ?? '';
  const { help = '' } = element;
  if (kind === 'content') return outlineContent(element, when);
  if (kind === 'field' || kind === 'repeat') {
    const step = steps.get(dataPathOf(place) ?? '');
    if (step?.kind === 'field') return [{ kind: 'field', when, step }];
    if (step?.kind !== 'repeat') return [];
    return [{ kind: 'repeat', when, title, help, step, children: outlineAll(place, stepsOf(step.rows)) }];
  }
  if (kind === 'section') return [{ kind: 'group', when, title, help, children: outlineAll(place, steps) }];
  if (element.type === 'cTabs') return [{ kind: 'group', when, title, help, children: outlineTabs(place, steps) }];
  const columns = listsIn(place).map(({ places }) => places.flatMap((child) => outlineElement(child, steps)));
  return [{ kind: 'columns', when, columns }];
}

/** choice: calculations run only in the browser and buttons do nothing on paper; any other content prints its text. */
function outlineContent(element: Element, when: Truth): OutlineNode[] {
  if (element.type === 'eEq' || element.type === 'eButton') return [];
  const source = element.html || element.text;
  if (source === undefined) return [];
  const template = readTemplate(noProblems(), [], source, expressions, element.html ? 'html' : 'text');
  const pictures = element.html ? picturesNamedIn(element.html) : undefined;
  return template === undefined ? [] : [{ kind: 'text', when, template, pictures }];
}

function outlineTabs(place: ElementPlace, steps: StepsByPath): OutlineNode[] {
  return listsIn(place).flatMap(({ tab, places }): OutlineNode[] => {
    const when = conditionOf(tab?.relevant);
    const title = tab?.label ?? tab?.name ?? '';
    if (when === false) return [];
    return [
      { kind: 'group', when, title, help: '', children: places.flatMap((child) => outlineElement(child, steps)) },
    ];
  });
}

function outlineAll(place: ElementPlace, steps: StepsByPath): OutlineNode[] {
  return listsIn(place).flatMap(({ places }) => places.flatMap((child) => outlineElement(child, steps)));
}

function conditionOf(source: Element['relevant']): Truth {
  return readCondition(noProblems(), [], source, true, expressions);
}

// A plan exists only for a definition without problems, so nothing is ever added here.
function noProblems(): DefinitionProblem[] {
  return [];
}
