// What people do to the outline, by mouse, by keyboard or by button: each is one step to undo, is announced, and leaves the
// selection on what it was done to.
import type { Store } from '../../../web/store.ts';
import type { Translate } from '../../texts.ts';
import type { BuilderUi } from '../builder-context.ts';
import type { BuilderTextKey } from '../builder-texts.ts';
import { withoutColumn } from '../tree/columns.ts';
import { newElement } from '../tree/element-kinds.ts';
import {
  duplicateElement,
  elementAt,
  insertElement,
  moveElement,
  type Placed,
  removeElement,
  rootPath,
  type Slot,
  slotForNew,
  slotOf,
  slotTowards,
} from '../tree/element-tree.ts';
import type { KindName } from '../tree/kind-texts.ts';
import type { FormDraft } from './form-draft.ts';

export type Direction = 'up' | 'down' | 'in' | 'out';

export interface BuilderActions {
  /** At the slot, or where a new element belongs. Its label is focused. */
  add(kind: KindName, slot?: Slot): void;
  move(direction: Direction): void;
  moveTo(path: string, slot: Slot): void;
  duplicate(): void;
  remove(): void;
  canMove(direction: Direction): boolean;
  announce(text: string): void;
}

interface ActionTools {
  readonly draft: FormDraft;
  readonly ui: Store<BuilderUi>;
  readonly t: () => Translate<BuilderTextKey>;
  /** Shows a note, which is read out too. */
  readonly note: (text: string) => void;
}

export function createActions({ draft, ui, t, note }: ActionTools): BuilderActions {
  const announce = (announcement: string) => ui.set({ announcement });
  const titleAt = (path: string | undefined) => {
    const element = elementAt(draft.get().definition, path);
    if (path === rootPath) return element?.label?.trim() || t()('root');
    return element === undefined ? '' : element.label?.trim() || element.name || element.type;
  };
  const put = (placed: Placed | undefined) => {
    if (placed !== undefined) draft.change(() => placed.definition, undefined, { path: placed.path });
    return placed !== undefined;
  };
  const target = (direction: Direction) => {
    const { definition, selected } = draft.get();
    return selected === undefined ? undefined : slotTowards(definition, selected, direction);
  };
  const moveTo = (path: string, slot: Slot) => {
    const title = titleAt(path);
    if (!put(moveElement(draft.get().definition, path, slot))) return announce(t()('cannotMove'));
    const placed = slotOf(draft.get().selected ?? '');
    const inside = placed === undefined ? '' : titleAt(placed.list.replace(/\.children(\.\d+)?$/, ''));
    announce(t()('moved', { title, place: (placed?.at ?? 0) + 1, inside }));
  };

  return {
    announce,
    moveTo,
    add(kind, slot) {
      const { definition, selected } = draft.get();
      const element = newElement(kind, definition);
      put(insertElement(definition, slot ?? slotForNew(definition, selected), element));
      ui.set({ part: 'properties', focus: 'label', turn: ui.get().turn + 1 });
      announce(t()('added', { title: element.label ?? element.name }));
    },
    canMove: (direction) => target(direction) !== undefined,
    move(direction) {
      const slot = target(direction);
      const { selected } = draft.get();
      if (slot === undefined || selected === undefined) announce(t()('cannotMove'));
      else moveTo(selected, slot);
    },
    duplicate() {
      const { definition, selected } = draft.get();
      if (selected === undefined || !put(duplicateElement(definition, selected))) return;
      announce(t()('duplicated', { title: titleAt(draft.get().selected) }));
    },
    remove() {
      const { definition, selected } = draft.get();
      if (selected === undefined) return;
      const title = titleAt(selected);
      const without =
        slotOf(selected) && title ? removeElement(definition, selected) : withoutColumn(definition, selected);
      const isMany = (elementAt(definition, selected)?.children?.length ?? 0) > 0 || title === '';
      // Whoever deletes much should see that there is a way back.
      if (put(without)) (isMany ? note : announce)(t()('removed', { title: title || t()('removedList') }));
    },
  };
}
