// cTabs: one panel at a time. Arrow keys move between the tabs; the open one is kept with the data, as __activeTab.
import { useMemo } from 'preact/hooks';
import { domId, useForm } from '../form-context.ts';
import { ElementList, type ElementProps } from '../form-view.tsx';
import type { TabsNode } from '../view-node.ts';

export function Tabs({ node, row, level }: ElementProps<TabsNode>) {
  const { state } = useForm();
  const { texts } = state;
  const { keys, active, hidden, problems, id } = useMemo(() => {
    const keys = [...row.keys, ...node.keys, '__activeTab'];
    return {
      keys,
      active: state.valueAt(keys),
      hidden: node.tabs.map(({ elementPath }) => state.isHidden(elementPath, row)),
      problems: node.tabs.map(({ children }) => {
        const starts = pathsBelow(children).map((path) => row.path + path);
        return state.hasShownProblem((path) => starts.some((start) => path.startsWith(start)));
      }),
      id: domId(row.path + node.path),
    };
  }, [state, node, row]);
  const visible = node.tabs.map((_, at) => at).filter((at) => !hidden[at]!.value);
  const wanted = Number(active.value ?? 0);
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
            {problems[at]!.value && (
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

/** The data paths of the fields and repeats inside, from the row. */
function pathsBelow(nodes: TabsNode['tabs'][number]['children']): string[] {
  return nodes.flatMap((node): string[] => {
    switch (node.kind) {
      case 'section':
        return pathsBelow(node.children);
      case 'row':
        return node.columns.flatMap(pathsBelow);
      case 'tabs':
        return node.tabs.flatMap(({ children }) => pathsBelow(children));
      case 'content':
        return [];
      default:
        return [node.path];
    }
  });
}
