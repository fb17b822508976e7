// A form as its PDF sees it: the element tree with conditions and templates compiled and each field joined to its step of the
// plan. Sections, rows and tabs are still there; the plan has dissolved them. Made once per form and version.

import { type DefinitionProblem, readCondition, readTemplate, type Truth } from '../../core/definition-problems.ts';
import type { Element, FormDefinition } from '../../core/form-definition.ts';
import type { FieldStep, FormPlan, RepeatStep, RowShape, Step } from '../../core/form-plan.ts';
import type { Template } from '../../core/template.ts';

export type OutlineNode =
  | { readonly kind: 'group'; readonly when: Truth; readonly title: string; readonly children: readonly OutlineNode[] }
  | { readonly kind: 'columns'; readonly when: Truth; readonly columns: readonly (readonly OutlineNode[])[] }
  | { readonly kind: 'field'; readonly when: Truth; readonly step: FieldStep }
  | {
      readonly kind: 'repeat';
      readonly when: Truth;
      readonly title: string;
      readonly step: RepeatStep;
      readonly children: readonly OutlineNode[];
    }
  | { readonly kind: 'text'; readonly when: Truth; readonly template: Template };

/** Where the names of an element's fields are looked up. */
interface Place {
  readonly steps: ReadonlyMap<string, Step>;
  readonly container: number;
}

export function outlineForm(definition: FormDefinition, plan: FormPlan): readonly OutlineNode[] {
  const root = definition.formSchema?.rootElem;
  if (root === undefined || root === null) return [];
  // The root's own label would repeat the document's title.
  return outlineElement({ ...root, name: root.name ?? 'root', label: '' }, placeIn(plan.shapes[0]));
}

function placeIn(shape: RowShape): Place {
  return {
    steps: new Map(shape.steps.map((step) => [stepKey(step.kind, step.container, step.name), step])),
    container: 0,
  };
}

function stepKey(kind: Step['kind'], container: number, name: string): string {
  return `${kind} ${container} ${name}`;
}

function outlineElement(element: Element, place: Place): OutlineNode[] {
  const when = conditionOf(element.relevant);
  if (when === false) return [];
  const title = element.label ?? '';
  switch (element.type[0]) {
    case 'f': {
      const step = findStep(place, 'field', element.name);
      return step?.kind === 'field' ? [{ kind: 'field', when, step }] : [];
    }
    case 'e':
      return outlineContent(element, when);
  }
  switch (element.type) {
    case 'cRepeat': {
      const step = findStep(place, 'repeat', element.name);
      if (step?.kind !== 'repeat') return [];
      const children = outlineChildren(element.children, placeIn(step.rows));
      return [{ kind: 'repeat', when, title, step, children }];
    }
    case 'cRow': {
      const columns = arraysOf(element).map((children) => outlineChildren(children, place));
      return [{ kind: 'columns', when, columns }];
    }
    case 'cTabs':
      return [{ kind: 'group', when, title, children: outlineTabs(element, place) }];
    default:
      return [{ kind: 'group', when, title, children: outlineSection(element, place) }];
  }
}

/** choice: calculations run only in the browser and buttons do nothing on paper; any other content prints its text. */
function outlineContent(element: Element, when: Truth): OutlineNode[] {
  if (element.type === 'eEq' || element.type === 'eButton') return [];
  const template = element.text === undefined ? undefined : readTemplate(noProblems(), [], element.text);
  return template === undefined ? [] : [{ kind: 'text', when, template }];
}

function outlineSection(element: Element, place: Place): OutlineNode[] {
  if (element.secFlat !== false) return outlineChildren(element.children, place);
  const step = findStep(place, 'section', element.name);
  return step?.kind === 'section' ? outlineChildren(element.children, { ...place, container: step.own }) : [];
}

function outlineTabs(element: Element, place: Place): OutlineNode[] {
  return arraysOf(element).flatMap((children, index): OutlineNode[] => {
    const tab = element.tabs?.[index];
    const when = conditionOf(tab?.relevant);
    const title = tab?.label ?? tab?.name ?? '';
    return when === false ? [] : [{ kind: 'group', when, title, children: outlineChildren(children, place) }];
  });
}

function outlineChildren(children: Element['children'], place: Place): OutlineNode[] {
  return (children ?? []).flatMap((child) => (isElement(child) ? outlineElement(child, place) : []));
}

function isElement(child: Element | readonly Element[]): child is Element {
  return !Array.isArray(child);
}

function arraysOf({ children }: Element): (readonly Element[])[] {
  return (children ?? []).map((child) => (isElement(child) ? [child] : child));
}

function findStep({ steps, container }: Place, kind: Step['kind'], name: string): Step | undefined {
  return steps.get(stepKey(kind, container, name));
}

function conditionOf(source: Element['relevant']): Truth {
  return readCondition(noProblems(), [], source, true);
}

// A plan exists only for a definition without problems, so nothing is ever added here.
function noProblems(): DefinitionProblem[] {
  return [];
}
