// What can be done to the selected elements, for those who use no keys.
import { useRef } from 'preact/hooks';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useRoving } from '../../ui/use-roving.ts';
import { useBuilder } from '../builder-context.ts';
import { selectedElements } from '../draft/selection.ts';
import { columnAt } from '../tree/columns.ts';

export function SelectionTools() {
  const builder = useBuilder();
  const { draft, ui, actions } = builder;
  const t = useTexts('builder/builder');
  // Where an element can go depends on the whole form.
  useSlice(draft, () => draft.get().definition);
  const selected = useSlice(draft, () => draft.get().selected);
  useSlice(ui, () => ui.get().also);
  const box = useRef<HTMLDivElement>(null);
  const roving = useRoving(box, '.button');
  const count = selectedElements(builder).length;
  const canRemove = count > 0 || (selected !== undefined && columnAt(draft.get().definition, selected) !== undefined);
  const isRequired = actions.isRequired();
  const more: MenuItem[] = [
    ...(isRequired === undefined
      ? []
      : [{ label: t('makeRequired'), isChecked: isRequired, onSelect: () => actions.setRequired(!isRequired) }]),
    ...(count > 0
      ? ([
          { label: t('group'), icon: 'rows', onSelect: () => actions.group() },
          { label: t('moveIn'), icon: 'next', onSelect: () => actions.move('in') },
          { label: t('moveOut'), icon: 'back', onSelect: () => actions.move('out') },
          { label: t('copy'), icon: 'copy', onSelect: () => actions.copy() },
          { label: t('cut'), icon: 'minus', onSelect: () => actions.cut() },
        ] as const)
      : []),
    { label: t('paste'), icon: 'table', onSelect: () => void actions.paste() },
  ];
  return (
    <div ref={box} class="selection-tools" role="toolbar" aria-label={t('toolbar')} {...roving}>
      {(['up', 'down'] as const).map((direction) => (
        <Button
          key={direction}
          kind="quiet"
          icon={direction}
          label={t(direction === 'up' ? 'moveUp' : 'moveDown')}
          isOff={!actions.canMove(direction)}
          onPress={() => actions.move(direction)}
        />
      ))}
      <Button kind="quiet" icon="copy" label={t('duplicate')} isOff={count === 0} onPress={() => actions.duplicate()} />
      <Button kind="quiet" icon="trash" label={t('remove')} isOff={!canRemove} onPress={() => actions.remove()} />
      <Menu label={t('barMore')} isIconOnly items={more} />
      {count > 1 && <span class="selected-count">{t('selectedCount', { count })}</span>}
    </div>
  );
}
