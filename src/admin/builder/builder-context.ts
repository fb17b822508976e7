// What the parts of the builder share: the draft, and what they tell each other about focus and what was just done.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createStore, type Store } from '../../web/store.ts';
import type { BuilderUi, FocusWish, Part } from './builder-ui.ts';
import type { BuilderActions } from './draft/builder-actions.ts';
import type { FormDraft } from './draft/form-draft.ts';
import { readFolded } from './panels.ts';

export function createBuilderUi(): Store<BuilderUi> {
  return createStore<BuilderUi>({
    part: 'canvas',
    focus: undefined,
    turn: 0,
    from: 'item',
    folded: readFolded(),
    also: [],
    anchor: undefined,
    references: new Map(),
    slips: [],
    announcement: '',
    isMoreOpen: false,
    jsonText: undefined,
  });
}

/** Asks for the focus; `part` is what a narrow screen shows for it. */
export function wishFocus(ui: Store<BuilderUi>, focus: FocusWish, part?: Part): void {
  const isAside = focus !== 'row' && focus !== 'canvas' && focus !== 'item';
  const from = isAside ? placeOfFocus() : undefined;
  ui.set({ focus, turn: ui.get().turn + 1, ...(part !== undefined && { part }), ...(from !== undefined && { from }) });
}

/** From the properties or the palette back to the element, in the outline or on the form, where one came from. */
export function returnFocus(ui: Store<BuilderUi>): void {
  const { from, folded } = ui.get();
  const isRow = from === 'row' && !folded.includes('start');
  wishFocus(ui, isRow ? 'row' : 'item', isRow ? 'outline' : 'canvas');
}

/** Whether an element of the outline or of the form has it. */
export function placeOfFocus(): BuilderUi['from'] | undefined {
  const focused = document.activeElement;
  if (focused?.closest('.outline')) return 'row';
  return focused?.closest('.canvas') ? 'item' : undefined;
}

export interface Builder {
  readonly formId: string;
  readonly draft: FormDraft;
  readonly ui: Store<BuilderUi>;
  readonly actions: BuilderActions;
}

export const BuilderContext = createContext<Builder | undefined>(undefined);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (builder === undefined) throw new Error('A part of the builder is drawn outside of it.');
  return builder;
}
