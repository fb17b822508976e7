// What the parts of the canvas share: which element is drawn where, what is selected, and where the focus goes next.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import type { ItemTexts } from '../../../core/locale/item-texts.ts';
import type { Locale } from '../../../core/locale/locale.ts';
import type { ViewTexts } from '../../../form-view/texts.ts';
import type { Builder } from '../builder-context.ts';
import { selectedPaths } from '../draft/selection.ts';
import { elementAt, rootOf, type Slot } from '../tree/element-tree.ts';
import { createDrawingQueue, type DrawingQueue } from './drawing-queue.ts';
import type { ItemNotes } from './item-notes.ts';
import { createKeyedStore, type KeyedStore } from './keyed-store.ts';
import { createNodeIds, createPaths, type NodeIds } from './node-ids.ts';

/** `first` has its properties shown; `stop` is the one that Tab leads to while nothing is selected. */
export type SelectionMark = 'first' | 'also' | 'stop';

/** Where the palette opens, and what is done with what is chosen there. */
export interface PaletteSpot {
  readonly slot: Slot;
  /** An element that nobody has written anything in yet: the chosen one takes its place. */
  readonly replaced?: string;
  /** What it opens at, and what has the focus again afterwards. */
  readonly anchor: HTMLElement;
}

export interface CanvasTools {
  readonly builder: Builder;
  readonly root: ShadowRoot;
  readonly ids: NodeIds;
  /** The elements as they are drawn, by their ids. */
  readonly drawn: Map<string, Element>;
  readonly selection: KeyedStore<SelectionMark>;
  readonly notes: KeyedStore<ItemNotes>;
  /** Elements that were added here and still have the words they came with. */
  readonly fresh: Set<string>;
  readonly drawing: DrawingQueue;
  readonly openPalette: (spot: PaletteSpot) => void;
  /** What holds the toolbar, wherever it is. */
  readonly toolbar: HTMLElement;
  pathOf(element: Element): string | undefined;
  pathOfId(id: string): string | undefined;
  itemAt(path: string | undefined): HTMLElement | null;
  close(): void;
}

export interface ToolsOptions {
  readonly builder: Builder;
  readonly root: ShadowRoot;
  readonly notes: KeyedStore<ItemNotes>;
  readonly openPalette: (spot: PaletteSpot) => void;
}

export function createCanvasTools({ builder, root, notes, openPalette }: ToolsOptions): CanvasTools {
  const { draft, ui } = builder;
  const ids = createNodeIds();
  const paths = createPaths();
  const drawn = new Map<string, Element>();
  const selection = createKeyedStore<SelectionMark>();
  const pathOf = (element: Element) => paths(draft.get().definition, element);
  const showSelection = () => {
    const { definition, selected } = draft.get();
    const marks = new Map<string, SelectionMark>();
    for (const path of selectedPaths(builder)) {
      const element = elementAt(definition, path);
      if (element !== undefined) marks.set(ids.idOf(element), path === selected ? 'first' : 'also');
    }
    const first = (rootOf(definition).children as readonly (Element | undefined)[] | undefined)?.[0];
    if (marks.size === 0 && first !== undefined && !Array.isArray(first)) marks.set(ids.idOf(first), 'stop');
    selection.put(marks);
  };
  let last = rootOf(draft.get().definition);
  const ends = [
    draft.subscribe(() => {
      const now = rootOf(draft.get().definition);
      // Before anything asks for the name of a new element.
      if (now !== last) ids.follow(last, now);
      last = now;
      showSelection();
    }),
    ui.subscribe(showSelection),
  ];
  showSelection();
  return {
    builder,
    root,
    ids,
    drawn,
    selection,
    notes,
    fresh: new Set(),
    drawing: createDrawingQueue(),
    openPalette,
    toolbar: document.createElement('div'),
    pathOf,
    pathOfId(id) {
      const element = drawn.get(id);
      return element === undefined ? undefined : pathOf(element);
    },
    itemAt(path) {
      const element = elementAt(draft.get().definition, path);
      return element === undefined ? null : root.getElementById(`cv-${ids.idOf(element)}`);
    },
    close() {
      for (const end of ends) end();
    },
  };
}

/** What drawing the form's own controls takes, in the language of the form. */
export interface FormWords {
  readonly locale: Locale;
  readonly texts: ViewTexts;
  readonly itemTexts: ItemTexts;
}

export interface CanvasScope extends CanvasTools {
  readonly words: FormWords;
}

export const CanvasContext = createContext<CanvasScope | undefined>(undefined);

export function useCanvas(): CanvasScope {
  const canvas = useContext(CanvasContext);
  if (canvas === undefined) throw new Error('A part of the canvas is drawn outside of it.');
  return canvas;
}

/** The item around a text or button. */
export interface ItemScope {
  readonly id: string;
  /** Whether its properties are shown. */
  readonly isFirst: boolean;
}

export const ItemContext = createContext<ItemScope>({ id: '', isFirst: false });

/** What the canvas says around the form is in the app's language. */
export function appLanguage(): { lang: string; dir: 'ltr' | 'rtl' } {
  const { lang, dir } = document.documentElement;
  return { lang, dir: dir === 'rtl' ? 'rtl' : 'ltr' };
}
