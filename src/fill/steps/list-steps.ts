// A form cut into steps: its tabs or sections, or its questions one by one. What is hidden makes no step. [fill-links.steps]
// [fill-links.one]
import type { FormDisplay } from '../../core/definition/form-definition.ts';
import type { FormState } from '../../form-view/form-state.ts';
import { entryPlace } from '../../form-view/row-place.ts';
import { childrenOf, type SectionNode, type TabsNode, type ViewNode } from '../../form-view/view-node.ts';

/** What is drawn together or not at all. */
export interface Part {
  readonly node: ViewNode;
  /** Places of the elements and tabs around it whose conditions hide it too. */
  readonly around: readonly string[];
  /** The step it belongs to; questions that come one at a time are a step each. */
  readonly step: StepFacts;
}

interface StepFacts {
  readonly key: string;
  readonly title: string;
  /** Sentences of the sections that the step takes the place of. [fill-links.section-help] */
  readonly help?: readonly string[];
  /** Where the form's tabs keep which one is open. */
  readonly tab?: { readonly keys: readonly string[]; readonly at: number };
}

export interface Step extends StepFacts {
  readonly parts: readonly Part[];
}

export function listParts(tree: ViewNode | undefined, display: FormDisplay): readonly Part[] {
  if (tree === undefined) return [];
  if (display === 'one') return questionsIn([tree], [], { title: '', help: [] });
  const whole = { key: tree.elementPath, title: '' };
  if (display === 'page') return [{ node: tree, around: [], step: whole }];
  return tabsPath(tree) ? partsOfTabs(tree) : (partsOfSections(tree) ?? [{ node: tree, around: [], step: whole }]);
}

/** The steps there are now, in their order. */
export function stepsNow(parts: readonly Part[], state: FormState, display: FormDisplay): readonly Step[] {
  const shown = parts.filter((part) => isShown(part, state));
  return display === 'one' ? oneByOne(shown) : together(shown);
}

export function isShown({ node, around }: Part, state: FormState): boolean {
  return !around.some((path) => state.isHidden(path, entryPlace)) && hasAnything(node, state);
}

/** A section whose elements are all hidden shows nothing either. */
function hasAnything(node: ViewNode, state: FormState): boolean {
  if (state.isHidden(node.elementPath, entryPlace)) return false;
  if (node.kind === 'field') return node.element.concealed !== true;
  if (node.kind === 'tabs') {
    return node.tabs.some(
      ({ elementPath, children }) =>
        !state.isHidden(elementPath, entryPlace) && children.some((child) => hasAnything(child, state)),
    );
  }
  return (
    node.kind === 'repeat' || node.kind === 'content' || childrenOf(node).some((child) => hasAnything(child, state))
  );
}

function together(shown: readonly Part[]): Step[] {
  const steps = new Map<string, Part[]>();
  for (const part of shown) steps.set(part.step.key, [...(steps.get(part.step.key) ?? []), part]);
  return [...steps.values()].map((parts) => ({ ...parts[0]!.step, parts }));
}

/** A text comes with the question after it; the last ones with the last question. */
function oneByOne(shown: readonly Part[]): Step[] {
  const steps: Step[] = [];
  let texts: Part[] = [];
  for (const part of shown) {
    texts.push(part);
    if (part.node.kind === 'content') continue;
    steps.push({ ...part.step, parts: texts });
    texts = [];
  }
  const last = steps.pop();
  if (texts.length > 0 || last !== undefined) {
    steps.push({ ...(last ?? texts[0]!.step), parts: [...(last?.parts ?? []), ...texts] });
  }
  return steps;
}

function questionsIn(
  nodes: readonly ViewNode[],
  around: readonly string[],
  { title, help }: Required<Pick<StepFacts, 'title' | 'help'>>,
): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (node.kind === 'section') {
      const own = node.elementPath === 'formSchema.rootElem' ? '' : (node.element.label ?? '');
      const inside = { title: own || title, help: [...help, ...helpOf(node)] };
      return questionsIn(node.children, [...around, node.elementPath], inside);
    }
    if (node.kind === 'tabs') {
      return node.tabs.flatMap(({ tab, elementPath, children }) =>
        questionsIn(children, [...around, node.elementPath, elementPath], { title: tab.label || title, help }),
      );
    }
    return [{ node, around, step: { key: node.elementPath, title, help } }];
  });
}

function helpOf({ element }: ViewNode): readonly string[] {
  return element.help ? [element.help] : [];
}

/** The containers that lead to the first tabs, themselves last. Those in the rows of a repeat are not the form's. */
function tabsPath(node: ViewNode): readonly ViewNode[] | undefined {
  if (node.kind === 'tabs') return [node];
  if (node.kind !== 'section') return undefined;
  for (const child of node.children) {
    const path = tabsPath(child);
    if (path !== undefined) return [node, ...path];
  }
  return undefined;
}

/** What is before the tabs belongs to the first of them, what is after them to the last. */
function partsOfTabs(tree: ViewNode): Part[] {
  const path = tabsPath(tree)!;
  const tabs = path.at(-1) as TabsNode;
  const steps = tabs.tabs.map(
    ({ tab, elementPath }, at): StepFacts => ({
      key: elementPath,
      title: tab.label || tab.name || '',
      // What is before the tabs belongs to the first of them.
      help: at === 0 ? path.slice(0, -1).flatMap(helpOf) : [],
      tab: { keys: [...tabs.keys, '__activeTab'], at },
    }),
  );
  const before: Part[] = [];
  const after: Part[] = [];
  for (const [at, section] of (path.slice(0, -1) as SectionNode[]).entries()) {
    const around = path.slice(0, at + 1).map(({ elementPath }) => elementPath);
    const place = section.children.indexOf(path[at + 1]!);
    const partOf = (step: StepFacts) => (node: ViewNode) => ({ node, around, step });
    before.push(...section.children.slice(0, place).map(partOf(steps[0]!)));
    after.unshift(...section.children.slice(place + 1).map(partOf(steps.at(-1)!)));
  }
  const around = path.map(({ elementPath }) => elementPath);
  const inside = tabs.tabs.flatMap(({ elementPath, children }, at) =>
    children.map((node) => ({ node, around: [...around, elementPath], step: steps[at]! })),
  );
  return [...before, ...inside, ...after];
}

/** What is before the first section belongs to it, what is after one to the one before. */
function partsOfSections(tree: ViewNode): Part[] | undefined {
  if (tree.kind !== 'section') return undefined;
  const first = tree.children.find(({ kind }) => kind === 'section');
  if (first === undefined) return undefined;
  const factsOf = (node: ViewNode): StepFacts => ({
    key: node.elementPath,
    title: node.element.label ?? '',
    help: [...(node === first ? helpOf(tree) : []), ...helpOf(node)],
  });
  let step = factsOf(first);
  return tree.children.flatMap((node): Part[] => {
    if (node.kind !== 'section') return [{ node, around: [tree.elementPath], step }];
    step = factsOf(node);
    const around = [tree.elementPath, node.elementPath];
    return node.children.map((child) => ({ node: child, around, step }));
  });
}

/** The data paths of the fields and repeats of a step. */
export function pathsOf({ parts }: Step): string[] {
  const below = (node: ViewNode): string[] =>
    node.kind === 'field' || node.kind === 'repeat' ? [`model${node.path}`] : childrenOf(node).flatMap(below);
  return parts.flatMap(({ node }) => below(node));
}
