// A form as the page sees it: the element tree, each field joined to its step of the plan, with the expressions that only
// the page runs compiled. Made once. Sections, rows and tabs are still there; the plan has dissolved them.

import {
  type ExpressionEngine,
  readCondition,
  readExpression,
  readTemplate,
  type Truth,
} from '../core/definition/definition-problems.ts';
import { opensObject } from '../core/definition/element-kind.ts';
import type { Element, FormDefinition, Tab } from '../core/definition/form-definition.ts';
import type { Expression } from '../core/expression/compile.ts';
import type { CompileTools, FieldStep, FormPlan, RepeatStep, RowShape, Step } from '../core/plan/form-plan.ts';
import type { Template } from '../core/text/literal-template.ts';
import { quoteName } from '../core/validation/message.ts';
import type { withAnswersInTexts } from '../print/answers-in-texts.ts';

interface NodeBase {
  readonly element: Element;
  /** The place in the definition, by which the core says what is hidden. */
  readonly elementPath: string;
  /** From the row: the keys of its value, or of its screen state. */
  readonly keys: readonly string[];
  /** From the row: `['address']['city']`. */
  readonly path: string;
}

export interface FieldNode extends NodeBase {
  readonly kind: 'field';
  readonly step: FieldStep;
  readonly readonly: Truth;
  /** Of an initial value that holds {{ }}. */
  readonly initialText: Template | undefined;
  /** What the browser may fill in, where the owner did not say. */
  readonly purpose: string | undefined;
}

export interface RepeatNode extends NodeBase {
  readonly kind: 'repeat';
  readonly step: RepeatStep;
  readonly readonly: Truth;
  readonly children: readonly ViewNode[];
}

export interface SectionNode extends NodeBase {
  readonly kind: 'section';
  readonly children: readonly ViewNode[];
}

export interface RowNode extends NodeBase {
  readonly kind: 'row';
  readonly columns: readonly (readonly ViewNode[])[];
}

export interface TabsNode extends NodeBase {
  readonly kind: 'tabs';
  readonly tabs: readonly { readonly tab: Tab; readonly elementPath: string; readonly children: readonly ViewNode[] }[];
}

export interface ContentNode extends NodeBase {
  readonly kind: 'content';
  readonly template: Template | undefined;
  readonly html: Template | undefined;
  readonly calculation: Expression | undefined;
}

export type ViewNode = FieldNode | RepeatNode | SectionNode | RowNode | TabsNode | ContentNode;

export function childrenOf(node: ViewNode): readonly ViewNode[] {
  switch (node.kind) {
    case 'section':
    case 'repeat':
      return node.children;
    case 'row':
      return node.columns.flat();
    case 'tabs':
      return node.tabs.flatMap(({ children }) => children);
    default:
      return [];
  }
}

/** The steps of the row shape that holds the element's value, by path, and the way to it from the row. */
interface Place {
  readonly steps: ReadonlyMap<string, Step>;
  readonly engine: ExpressionEngine | undefined;
  readonly autofill?: ViewTools['autofill'];
  readonly keys: readonly string[];
  /** The keys as a path. */
  readonly path: string;
}

export interface ViewTools extends Pick<CompileTools, 'expressions'> {
  /** Of the few forms whose texts show answers. */
  readonly withAnswersInTexts?: typeof withAnswersInTexts;
  /** What the browser may fill in, by the place of the element. */
  readonly autofill?: Readonly<Record<string, string>> | undefined;
}

export function viewTree(
  form: FormDefinition,
  plan: FormPlan,
  { expressions, ...tools }: ViewTools,
): ViewNode | undefined {
  const root = form.formSchema?.rootElem;
  if (root === undefined || root === null) return undefined;
  const engine = expressions && (tools.withAnswersInTexts?.(expressions, form, plan) ?? expressions);
  const place = { ...placeIn(plan.shapes[0], engine), autofill: tools.autofill };
  return viewNode({ ...root, name: root.name ?? 'root' }, place, 'formSchema.rootElem');
}

function viewNode(element: Element, place: Place, elementPath: string): ViewNode {
  const { engine } = place;
  const name = element.name ?? '';
  const keys = [...place.keys, name];
  const base = { element, elementPath, keys, path: place.path + quoteName(name) };
  const lists = (inside: Place) =>
    (element.children ?? []).map((list, at) => viewNodes(list, inside, `${elementPath}.children.${at}`));
  switch (element.type) {
    case 'cSection': {
      const inside = opensObject(element) ? { ...place, keys, path: base.path } : place;
      return { kind: 'section', ...base, children: viewNodes(element.children, inside, `${elementPath}.children`) };
    }
    case 'cRepeat': {
      const step = place.steps.get(base.path) as RepeatStep;
      const children = viewNodes(element.children, placeIn(step.rows, engine), `${elementPath}.children`);
      return { kind: 'repeat', ...base, step, children, readonly: conditionOf(element.readonly, engine) };
    }
    case 'cRow':
      return { kind: 'row', ...base, columns: lists(place) };
    case 'cTabs': {
      const tabs = lists(place).map((children, at) => {
        return { tab: element.tabs?.[at] ?? {}, elementPath: `${elementPath}.tabs.${at}`, children };
      });
      return { kind: 'tabs', ...base, tabs };
    }
  }
  if (element.type.startsWith('e')) return { kind: 'content', ...base, ...contentOf(element, engine) };
  const step = place.steps.get(base.path) as FieldStep;
  const { readonly, initialValue } = element;
  const hasTemplate = typeof initialValue === 'string' && initialValue.includes('{{');
  const initialText = hasTemplate ? readTemplate([], [], initialValue, engine) : undefined;
  const purpose = place.autofill?.[elementPath];
  return { kind: 'field', ...base, step, readonly: conditionOf(readonly, engine), initialText, purpose };
}

function viewNodes(children: unknown, place: Place, path: string): ViewNode[] {
  return ((children ?? []) as readonly Element[]).map((child, at) => viewNode(child, place, `${path}.${at}`));
}

function placeIn(shape: RowShape, engine: ExpressionEngine | undefined): Place {
  return { steps: new Map(shape.steps.map((step) => [step.path, step])), engine, keys: [], path: '' };
}

// A plan exists only for a definition without problems, so none are ever found here.
function conditionOf(source: Element['readonly'], engine: ExpressionEngine | undefined): Truth {
  return readCondition([], [], source, false, engine);
}

function contentOf(
  { eq, text, html }: Element,
  engine: ExpressionEngine | undefined,
): Pick<ContentNode, 'template' | 'html' | 'calculation'> {
  return {
    // An empty one is none: the text is shown.
    html: html ? readTemplate([], [], html, engine, 'html') : undefined,
    template: text === undefined ? undefined : readTemplate([], [], text, engine),
    calculation: eq === undefined ? undefined : readExpression([], [], eq, engine),
  };
}
