// What people do to the form, by mouse, by keyboard or by button: to all that is selected, each is one step to undo, is
// announced, and leaves the selection on what it was done to.
import type { Store } from '../../../web/store.ts';
import type { Translate } from '../../texts.ts';
import type { BuilderTextKey } from '../builder-texts.ts';
import type { BuilderUi } from '../builder-ui.ts';
import { clearConditions } from '../tree/clear-conditions.ts';
import { columnAt, withoutColumn } from '../tree/columns.ts';
import { newElement } from '../tree/element-kinds.ts';
import {
  elementAt,
  insertElement,
  listAt,
  ownerOf,
  rootPath,
  type Slot,
  slotForNew,
  slotOf,
} from '../tree/element-tree.ts';
import type { KindName } from '../tree/kind-texts.ts';
import {
  changeElements,
  copiesFor,
  duplicateElements,
  elementsAt,
  groupElements,
  insertElements,
  moveElements,
  removeElements,
  slotForMany,
} from '../tree/many-elements.ts';
import { type Reader, usersOf } from '../tree/references.ts';
import { readCopied, writeCopied } from './copied-elements.ts';
import type { FormDraft } from './form-draft.ts';
import { isRequired, withRequired } from './required.ts';
import { outermost, selectedElements, selectPaths } from './selection.ts';

export type Direction = 'up' | 'down' | 'in' | 'out';

export interface BuilderActions {
  /** At the slot, or where a new element belongs. Selected; where the focus goes is up to whoever adds. */
  add(kind: KindName, slot?: Slot): string;
  move(direction: Direction): void;
  canMove(direction: Direction): boolean;
  moveTo(paths: string | readonly string[], slot: Slot): void;
  duplicate(): void;
  /** Asks first when others read what would go. */
  remove(): void;
  /** Into a new section. */
  group(): void;
  setRequired(isRequired: boolean): void;
  /** Whether all fields of the selection are; undefined where there is none. */
  isRequired(): boolean | undefined;
  /** What copying puts on the clipboard; undefined where no element is selected. */
  copiedText(): string | undefined;
  copy(): void;
  cut(): void;
  /** From the clipboard, behind what is selected or at the slot. */
  paste(slot?: Slot): Promise<void>;
  /** False for a text that is not of elements. */
  pasteText(text: string, slot?: Slot): boolean;
  announce(text: string): void;
}

/** What others read of what is to be deleted. */
export interface RemovalQuestion {
  readonly titles: readonly string[];
  readonly readers: readonly Reader[];
}

export type RemovalChoice = 'cancel' | 'remove' | 'clear';

export interface ActionTools {
  readonly draft: FormDraft;
  readonly ui: Store<BuilderUi>;
  readonly t: () => Translate<BuilderTextKey>;
  /** Shows a note with a way back, which goes when that no longer leads there. */
  readonly noteUndo: (text: string) => void;
  readonly note: (text: string, kind?: 'good' | 'bad') => void;
  readonly askRemoval: (question: RemovalQuestion) => Promise<RemovalChoice>;
  readonly clipboard: Clipboard;
}

/** Whatever way the page has to the person's clipboard. */
export interface Clipboard {
  write(text: string): void;
  /** undefined where the person does not allow it. */
  read(): Promise<string | undefined>;
}

export function createActions(tools: ActionTools): BuilderActions {
  const { draft, ui, t, noteUndo, note, askRemoval, clipboard } = tools;
  const selection = { draft, ui };
  const announce = (announcement: string) => ui.set({ announcement });
  const titleAt = (path: string | undefined) => {
    const element = elementAt(draft.get().definition, path);
    if (path === rootPath) return element?.label?.trim() || t()('root');
    return element === undefined ? '' : element.label?.trim() || element.name || element.type;
  };
  const titleOf = (paths: readonly string[]) =>
    paths.length === 1 ? titleAt(paths[0]) : t()('manyElements', { count: paths.length });
  const put = (placed: {
    readonly definition: ReturnType<FormDraft['get']>['definition'];
    readonly paths: readonly string[];
  }) => {
    draft.change(() => placed.definition, undefined, { path: placed.paths.at(-1) });
    selectPaths(selection, placed.paths);
  };

  const moveTo = (asked: string | readonly string[], slot: Slot) => {
    const paths = outermost(typeof asked === 'string' ? [asked] : asked);
    const title = titleOf(paths);
    const placed = moveElements(draft.get().definition, paths, slot);
    if (placed === undefined) return announce(t()('cannotMove'));
    put(placed);
    const first = slotOf(placed.paths[0] ?? '');
    const inside = first === undefined ? '' : titleAt(ownerOf(first.list));
    announce(t()('moved', { title, place: (first?.at ?? 0) + 1, inside }));
  };

  const removeNow = (
    paths: readonly string[],
    column: string | undefined,
    change: RemovalChoice,
    readers: readonly Reader[],
  ) => {
    const { definition } = draft.get();
    const title = column === undefined ? titleOf(paths) : t()('removedList');
    const base = change === 'clear' ? clearConditions(definition, readers, paths) : definition;
    const placed = column === undefined ? removeElements(base, paths) : withoutColumn(base, column);
    if (placed === undefined) return;
    put({ definition: placed.definition, paths: [placed.path] });
    noteUndo(t()('removed', { title }));
  };
  const remove = () => {
    const { definition, selected } = draft.get();
    const elements = selectedElements(selection);
    const column =
      elements.length === 0 && selected !== undefined && columnAt(definition, selected) ? selected : undefined;
    const paths = column === undefined ? elements : listAt(definition, column).map((_, at) => `${column}.${at}`);
    if (column === undefined && paths.length === 0) return;
    if (column !== undefined && withoutColumn(definition, column) === undefined) return;
    const readers = usersOf(definition, paths);
    if (readers.length === 0) return removeNow(paths, column, 'remove', readers);
    const question = { titles: paths.map(titleAt), readers };
    void askRemoval(question).then((choice) => {
      // While one thinks, nothing behind the dialog can be changed.
      if (choice !== 'cancel') removeNow(paths, column, choice, readers);
    });
  };

  const copiedText = () => {
    const elements = elementsAt(draft.get().definition, selectedElements(selection));
    return elements.length === 0 ? undefined : writeCopied(elements);
  };
  const slotAfter = (): Slot => {
    const { definition, selected } = draft.get();
    const last = slotOf(selectedElements(selection).at(-1) ?? '');
    return last === undefined ? slotForNew(definition, selected) : { list: last.list, at: last.at + 1 };
  };
  const pasteText = (text: string, slot: Slot = slotAfter()) => {
    const elements = readCopied(text);
    if (elements === undefined) return false;
    const { definition } = draft.get();
    put(insertElements(definition, slot, copiesFor(definition, elements)));
    announce(t()('pasted', { count: elements.length }));
    return true;
  };
  const copy = () => {
    const text = copiedText();
    if (text === undefined) return false;
    clipboard.write(text);
    announce(t()('copied', { count: selectedElements(selection).length }));
    return true;
  };
  const fieldsOf = () =>
    selectedElements(selection).filter((path) =>
      /^f|^cRepeat$/.test(elementAt(draft.get().definition, path)?.type ?? ''),
    );

  return {
    announce,
    moveTo,
    remove,
    copiedText,
    pasteText,
    add(kind, slot) {
      const { definition, selected } = draft.get();
      const element = newElement(kind, definition);
      const placed = insertElement(definition, slot ?? slotForNew(definition, selected, kind), element);
      put({ definition: placed.definition, paths: [placed.path] });
      announce(t()('added', { title: element.label ?? element.name }));
      return placed.path;
    },
    canMove: (direction) => slotForMany(draft.get().definition, selectedElements(selection), direction) !== undefined,
    move(direction) {
      const paths = selectedElements(selection);
      const slot = slotForMany(draft.get().definition, paths, direction);
      if (slot === undefined) announce(t()('cannotMove'));
      else moveTo(paths, slot);
    },
    duplicate() {
      const placed = duplicateElements(draft.get().definition, selectedElements(selection));
      if (placed === undefined) return;
      put(placed);
      announce(t()('duplicated', { title: titleOf(placed.paths) }));
    },
    group() {
      const { definition } = draft.get();
      const paths = selectedElements(selection);
      const placed = groupElements(definition, paths, newElement('section', definition));
      if (placed === undefined) return;
      put({ definition: placed.definition, paths: [placed.path] });
      announce(t()('grouped', { count: paths.length }));
    },
    isRequired() {
      const fields = elementsAt(draft.get().definition, fieldsOf());
      return fields.length === 0 ? undefined : fields.every(isRequired);
    },
    setRequired(isWanted) {
      const paths = fieldsOf();
      draft.change((now) => changeElements(now, paths, (element) => withRequired(element, isWanted)));
      announce(t()(isWanted ? 'nowRequired' : 'nowOptional'));
    },
    copy: () => void copy(),
    cut() {
      if (copy()) remove();
    },
    async paste(slot) {
      const text = await clipboard.read();
      if (text === undefined || !pasteText(text, slot)) note(t()('nothingToPaste'), 'bad');
    },
  };
}
