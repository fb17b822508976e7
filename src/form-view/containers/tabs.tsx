// cTabs: one panel at a time. Arrow keys move between the tabs; the open one is kept with the data, as __activeTab.
// [fill-links.tabs]
import { useMemo } from 'preact/hooks';
import { useSlice } from '../../web/store.ts';
import { isSameList } from '../field-facts.ts';
import { domId, useForm } from '../form-context.ts';
import type { FormState } from '../form-state.ts';
import { ElementList, type ElementProps } from '../form-view.tsx';
import { childrenOf, type TabsNode, type ViewNode } from '../view-node.ts';

export function Tabs({ node, row, level }: ElementProps<TabsNode>) {
  const { state } = useForm();
  const { texts } = state;
  const { keys, id, starts } = useMemo(() => {
    const keys = [...row.keys, ...node.keys, '__activeTab'];
    const starts = node.tabs.map(({ children }) => pathsBelow(children).map((path) => row.path + path));
    return { keys, starts, id: domId(row.path + node.path) };
  }, [node, row]);
  const wanted = useSlice(state, () => Number(state.valueAt(keys) ?? 0));
  const places = node.tabs.map((_, at) => at);
  const isVisible = (at: number) => !state.isHidden(node.tabs[at]!.elementPath, row);
  const visible = useSlice(state, () => places.filter(isVisible), isSameNumbers);
  const faulty = useSlice(state, () => tabsWithProblems(state, starts), isSameNumbers);
  const open = visible.includes(wanted) ? wanted : visible[0];
  const show = (at: number | undefined, isFocused: boolean) => {
    if (at === undefined) return;
    state.change(keys, at);
    if (isFocused) document.getElementById(`${id}-tab-${at}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step === undefined || open === undefined) return;
    event.preventDefault();
    const place = visible.indexOf(open);
    show(visible.at(typeof step === 'number' ? (place + step) % visible.length : step === 'first' ? 0 : -1), true);
  };
  const next = visible[visible.indexOf(open ?? -1) + 1];
  const title = node.element.label ?? node.element.name;
  return (
    <div class="tabs">
      <div role="tablist" aria-label={title} onKeyDown={onKeyDown}>
        {visible.map((at) => (
          <button
            key={at}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-selected={at === open}
            aria-controls={`${id}-panel-${at}`}
            tabIndex={at === open ? 0 : -1}
            onClick={() => show(at, false)}
          >
            <bdi>{node.tabs[at]!.tab.label || node.tabs[at]!.tab.name || at + 1}</bdi>
            {faulty.includes(at) && (
              <span class="tab-problem" role="img" aria-label={texts('tabProblem')}>
                !
              </span>
            )}
          </button>
        ))}
      </div>
      {visible.map((at) => (
        <div
          key={at}
          role="tabpanel"
          class="elements card"
          id={`${id}-panel-${at}`}
          aria-labelledby={`${id}-tab-${at}`}
          hidden={at !== open}
        >
          <ElementList nodes={node.tabs[at]!.children} row={row} level={level} />
          {next !== undefined && at === open && (
            <div class="row-tools">
              <button type="button" class="add next" onClick={() => show(next, true)}>
                {texts('nextTab')}
              </button>
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function stepOf({ key, currentTarget }: KeyboardEvent): number | 'first' | 'last' | undefined {
  const forward = getComputedStyle(currentTarget as Element).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'ArrowRight' || key === 'ArrowLeft') return key === forward ? 1 : -1;
  return key === 'Home' ? 'first' : key === 'End' ? 'last' : undefined;
}

function tabsWithProblems(state: FormState, starts: readonly (readonly string[])[]): number[] {
  if (!state.get().isAllShown) return [];
  const paths = state.problems().map(({ modelPath }) => modelPath);
  const isFaulty = (inside: readonly string[]) => paths.some((path) => inside.some((start) => path.startsWith(start)));
  return starts.flatMap((inside, at) => (isFaulty(inside) ? [at] : []));
}

function isSameNumbers(one: readonly number[], two: readonly number[]): boolean {
  return isSameList(one, two, Object.is);
}

/** The data paths of the fields and repeats inside, from the row. */
function pathsBelow(nodes: readonly ViewNode[]): string[] {
  return nodes.flatMap((node) => {
    return node.kind === 'field' || node.kind === 'repeat' ? [node.path] : pathsBelow(childrenOf(node));
  });
}
