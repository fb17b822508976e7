// The properties of one column or tab.
import { useRef } from 'preact/hooks';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useBuilder } from '../builder-context.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import { fieldNames } from '../expressions/expression-names.ts';
import { ElementIcon } from '../outline/element-icon.tsx';
import { elementTitle, titleOf } from '../outline/outline-line.tsx';
import { useFocusWish } from '../outline/use-focus-wish.ts';
import { changeTab, columnAt, moveColumn, tabsOf } from '../tree/columns.ts';
import { elementAt, rootOf, rootPath } from '../tree/element-tree.ts';

export function ColumnProperties({ list }: { list: string }) {
  const { draft, actions } = useBuilder();
  const t = useTexts('builder/property');
  const outline = useTexts('builder/builder');
  const definition = useSlice(draft, () => draft.get().definition);
  const found = columnAt(definition, list);
  const owner = found?.path === rootPath ? rootOf(definition) : elementAt(definition, found?.path);
  if (found === undefined || owner === undefined) return null;
  const isTabs = owner.type === 'cTabs';
  const { column } = found;
  const count = owner.children?.length ?? 0;
  const move = (step: 1 | -1) => {
    const moved = moveColumn(draft.get().definition, list, step);
    if (moved !== undefined) draft.change(() => moved.definition, undefined, { path: moved.path });
  };
  const row = { kind: 'list', path: list, level: 0, place: 0, count, element: owner, column } as const;
  return (
    <div class="stack">
      <h2 class="properties-title">
        <ElementIcon name="list" />
        <bdi>{titleOf(row, outline)}</bdi>
      </h2>
      {isTabs ? <TabFields list={list} /> : <p>{t('columnText', { title: elementTitle(owner) })}</p>}
      <div class="buttons">
        <Button icon="up" isOff={column === 0} onPress={() => move(-1)}>
          {t('moveBefore')}
        </Button>
        <Button icon="down" isOff={column === count - 1} onPress={() => move(1)}>
          {t('moveAfter')}
        </Button>
        <Button icon="trash" isOff={count < 2} onPress={() => actions.remove()}>
          {t(isTabs ? 'removeTab' : 'removeColumn')}
        </Button>
      </div>
      {count < 2 && <p class="hint">{t('lastOne')}</p>}
    </div>
  );
}

function TabFields({ list }: { list: string }) {
  const { draft } = useBuilder();
  const t = useTexts('builder/property');
  const definition = useSlice(draft, () => draft.get().definition);
  const box = useRef<HTMLDivElement>(null);
  useFocusWish('label', () => {
    const input = box.current?.querySelector('input');
    input?.focus();
    input?.select();
  });
  const { path, column } = columnAt(definition, list)!;
  const owner = path === rootPath ? rootOf(definition) : elementAt(definition, path)!;
  const tab = tabsOf(owner)[column] ?? {};
  const set = (changes: Parameters<typeof changeTab>[2]) => {
    draft.change((now) => changeTab(now, list, changes), `${Object.keys(changes).join()}@${list}`);
  };
  return (
    <div class="stack" ref={box}>
      <TextField
        label={t('tabLabel')}
        value={tab.label ?? ''}
        onChange={(label) => set({ label: label || undefined })}
      />
      <ConditionField
        label={t('relevant')}
        value={tab.relevant}
        onChange={(relevant) => set({ relevant })}
        names={fieldNames(definition, path)}
      />
      <TextField
        label={t('tabName')}
        isMono
        dir="ltr"
        value={tab.name ?? ''}
        onChange={(name) => set({ name: name || undefined })}
      />
    </div>
  );
}
