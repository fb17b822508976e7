// The columns of a row, or the tabs of tabs: each leads to its own properties; more can be added.
import type { Element } from '../../../core/definition/form-definition.ts';
import { translator, useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import { titleOf } from '../outline/outline-line.tsx';
import { Group } from '../properties/property-group.tsx';
import { addColumn } from '../tree/columns.ts';
import { formLocale } from '../tree/element-kinds.ts';
import { listsOf } from '../tree/element-tree.ts';

export function ListsEditor({ path, element }: { path: string; element: Element }) {
  const { draft, ui } = useBuilder();
  const t = useTexts('builder/property');
  const outline = useTexts('builder/builder');
  const isTabs = element.type === 'cTabs';
  const lists = listsOf(element, path);
  const add = () => {
    const label = translator('builder/kind', formLocale(draft.get().definition))('tab', { number: lists.length + 1 });
    draft.change((now) => addColumn(now, path, label), undefined, { path: `${path}.children.${lists.length}` });
    ui.set({ focus: 'label', turn: ui.get().turn + 1 });
  };
  return (
    <Group title={t(isTabs ? 'tabs' : 'columns')}>
      <ul class="lists">
        {lists.map((list, column) => (
          <li key={list}>
            <Button kind="secondary" icon="edit" onPress={() => draft.select(list)}>
              <bdi>{titleOf({ kind: 'list', path: list, element, column }, outline)}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" icon="plus" onPress={add}>
        {t(isTabs ? 'addTab' : 'addColumn')}
      </Button>
    </Group>
  );
}
