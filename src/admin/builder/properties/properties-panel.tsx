// The properties of what is selected: an element, a column or tab, the form as a whole, or nothing.
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Empty } from '../../ui/notices.tsx';
import { returnFocus, useBuilder } from '../builder-context.ts';
import type { FocusWish } from '../builder-ui.ts';
import { DeferredPart } from '../deferred-part.tsx';
import { ElementIcon } from '../outline/element-icon.tsx';
import { columnAt } from '../tree/columns.ts';
import { kindOf } from '../tree/element-kinds.ts';
import { elementAt, rootOf, rootPath } from '../tree/element-tree.ts';
import { ColumnProperties } from './column-properties.tsx';
import { ElementProperties } from './element-properties.tsx';
import { ManyProperties } from './many-properties.tsx';

const wishes: readonly FocusWish[] = ['label', 'condition', 'text'];

export function PropertiesPanel() {
  const { ui } = useBuilder();
  return (
    <DeferredPart
      class="properties"
      wishes={wishes}
      isBusyWhenBehind
      onKeyDown={(event) => {
        // Lists and dialogs that are open inside close first: the key is theirs.
        if (event.key !== 'Escape' || event.defaultPrevented || isInDialog(event.target)) return;
        event.preventDefault();
        returnFocus(ui);
      }}
    >
      <Selected />
    </DeferredPart>
  );
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

function Selected() {
  const { draft, ui } = useBuilder();
  const words = useTexts('builder/builder');
  const t = useTexts('builder/property');
  const kinds = useTexts('builder/kind');
  const definition = useSlice(draft, () => draft.get().definition);
  const selected = useSlice(draft, () => draft.get().selected);
  const count = useSlice(ui, () => ui.get().also.length) + 1;
  const element = selected === rootPath ? rootOf(definition) : elementAt(definition, selected);
  if (count > 1) {
    return (
      <div class="stack">
        <h2 class="properties-title">{words('selectedCount', { count })}</h2>
        <ManyProperties />
      </div>
    );
  }
  if (selected !== undefined && element !== undefined) {
    return (
      <>
        {selected !== rootPath && (
          <h2 class="properties-title">
            <ElementIcon name={kindOf(element)} />
            {kinds(kindOf(element))}
          </h2>
        )}
        <ElementProperties key={selected} path={selected} element={element} />
      </>
    );
  }
  if (selected !== undefined && columnAt(definition, selected) !== undefined) {
    return <ColumnProperties key={selected} list={selected} />;
  }
  return <Empty icon="edit" title={t('nothing')} text={t(selected?.endsWith('.-') ? 'addPlace' : 'nothingText')} />;
}
