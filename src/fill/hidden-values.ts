// Initial values of a draft that is continued. Loaded for drafts of forms with conditions, or with boxes that store false.
// [fill-links.initial-values]
import type { JsonObject } from '../core/definition/form-definition.ts';
import type { Scope } from '../core/expression/compile.ts';
import type { FormPlan } from '../core/plan/form-plan.ts';
import { inspectEntry } from '../core/plan/inspect-entry.ts';
import type { ScopeContext } from '../core/plan/row-state.ts';
import { isPlainObject } from '../core/values/value-type.ts';
import { getAt, setAt } from '../form-view/data-at.ts';
import { withInitialValues } from '../form-view/initial-values.ts';
import { childrenOf, type FieldNode, type RepeatNode, type ViewNode } from '../form-view/view-node.ts';

/** The entry, or one row of it. */
interface Place {
  /** `model`, or `model['items'][0]`. */
  readonly path: string;
  /** Of its own data. */
  readonly scope: (data: JsonObject) => Scope;
  readonly isHidden: (elementPath: string, path: string) => boolean;
}

/**
 * A save drops what is hidden, so that a question which appears after it has lost the value it started with: it gets it again. What
 * was seen and is empty stays empty; but a box that is not ticked is never without its value.
 */
export function withHiddenValues({ plan, tree, data, context, scope }: ContinuedDraft): JsonObject {
  const { isHidden } = inspectEntry(plan, data, { ...context, cleanHtml: (html) => html });
  return fillPlace([tree], data, { path: 'model', scope, isHidden });
}

interface ContinuedDraft {
  readonly plan: FormPlan;
  readonly tree: ViewNode;
  readonly data: JsonObject;
  readonly context: ScopeContext;
  readonly scope: Place['scope'];
}

function fillPlace(nodes: readonly ViewNode[], data: JsonObject, place: Place): JsonObject {
  let filled = data;
  for (const { node, isGone } of leavesOf(nodes, place, false)) {
    const value = getAt(filled, node.keys) ?? undefined;
    if (value === undefined) {
      const isBox = node.kind === 'field' && node.element.boolUncheckedValue === false;
      if (isGone || isBox) filled = withInitialValues([node], filled, place.scope);
    } else if (node.kind === 'repeat' && Array.isArray(value)) {
      const around = filled;
      const rows = value.map((row, $index) => {
        // An empty row is nothing where it is stored.
        const filledRow = isPlainObject(row) ? row : {};
        const scope = (inside: JsonObject) => ({ ...place.scope(around), row: inside, $index });
        return fillPlace(node.children, filledRow, { ...place, path: `${place.path}${node.path}[${$index}]`, scope });
      });
      filled = setAt(filled, node.keys, rows) as JsonObject;
    }
  }
  return filled;
}

interface Leaf {
  readonly node: FieldNode | RepeatNode;
  readonly isGone: boolean;
}

function leavesOf(nodes: readonly ViewNode[], place: Place, isAroundGone: boolean): Leaf[] {
  return nodes.flatMap((node): Leaf[] => {
    const isGone = isAroundGone || place.isHidden(node.elementPath, place.path);
    if (node.kind === 'field' || node.kind === 'repeat') return [{ node, isGone }];
    if (node.kind !== 'tabs') return leavesOf(childrenOf(node), place, isGone);
    return node.tabs.flatMap(({ elementPath, children }) =>
      leavesOf(children, place, isGone || place.isHidden(elementPath, place.path)),
    );
  });
}
