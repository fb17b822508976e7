// A form while it is being changed: what it is now, what is wrong with it, what is selected, and the way back. Nothing is
// sent from here. Parts of the page follow it as a store: useSlice(draft, () => draft.get().definition). A change costs what
// it changed: the whole form is looked at when changes pause.
import { checkForm, checkFormInSteps, type DefinitionProblem } from '../../../core/definition/check-form.ts';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { createStore } from '../../../web/store.ts';
import { createIdleWork } from './idle-work.ts';
import { isSameJson, sharedJson } from './same-json.ts';
import { definitionOf, type SavedForm } from './saved-form.ts';

export interface DraftState {
  readonly definition: FormDefinition;
  /**
   * What the server would object to, each with its place: `formSchema.rootElem.children.0.relevant`. As of the last pause in
   * the changes: `check` says how it is now.
   */
  readonly problems: readonly DefinitionProblem[];
  /** The path of an element: `formSchema.rootElem.children.0`. */
  readonly selected: string | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isChanged: boolean;
  /** The form as last loaded or saved, with its counters, and the part of it that is edited here. */
  readonly form: SavedForm['form'];
  readonly saved: FormDefinition;
  readonly etag: string | undefined;
}

export interface FormDraft {
  get(): DraftState;
  subscribe(listener: () => void): () => void;
  /**
   * Consecutive changes with the same step name are undone together: typing in one field is one step. `select` also moves
   * the selection; without it the selection stays at its path.
   */
  change(
    make: (definition: FormDefinition) => FormDefinition,
    step?: string,
    select?: { path: string | undefined },
  ): void;
  undo(): void;
  redo(): void;
  select(path: string | undefined): void;
  /** What is wrong with the form as it is now. */
  check(): readonly DefinitionProblem[];
  /** After a save, or when the form was reloaded: what differs from now on is unsaved. */
  markSaved(saved: SavedForm, definition?: FormDefinition): void;
}

interface HistoryEntry {
  readonly definition: FormDefinition;
  readonly selected: string | undefined;
}

const maxSteps = 200;

/** `definition` is what somebody had changed before; without it the draft starts as the saved form. */
export function createFormDraft(first: SavedForm, definition?: FormDefinition): FormDraft {
  const before: HistoryEntry[] = [];
  const after: HistoryEntry[] = [];
  let lastStep: string | undefined;

  const saved = definitionOf(first.form);
  // Parts that were not changed are the same objects, so that comparing the two is quick.
  const start = definition === undefined ? saved : sharedJson(definition, saved);
  const store = createStore<DraftState>({
    definition: start,
    problems: [],
    selected: undefined,
    canUndo: false,
    canRedo: false,
    isChanged: !isSameJson(saved, start),
    form: first.form,
    saved,
    etag: first.etag,
  });

  /** Of which definition the problems are. */
  let checked: FormDefinition | undefined;
  const takeProblems = (problems: readonly DefinitionProblem[]) => {
    checked = store.get().definition;
    if (!isSameJson(problems, store.get().problems)) store.set({ problems });
  };
  const checking = createIdleWork(() => checkFormInSteps(store.get().definition), takeProblems);
  checking.restart();

  const show = (moment: HistoryEntry, more: Partial<DraftState> = {}) => {
    const now = { ...store.get(), ...more };
    const isNew = moment.definition !== store.get().definition;
    store.set({
      ...more,
      ...moment,
      canUndo: before.length > 0,
      canRedo: after.length > 0,
      isChanged: !isSameJson(now.saved, definitionOf(moment.definition)),
    });
    if (isNew) checking.restart();
  };
  const moment = (): HistoryEntry => ({ definition: store.get().definition, selected: store.get().selected });
  const step = (from: HistoryEntry[], to: HistoryEntry[]) => {
    const target = from.pop();
    if (target === undefined) return;
    to.push(moment());
    lastStep = undefined;
    show(target);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    change(make, name, select) {
      const now = moment();
      const definition = make(now.definition);
      if (isSameJson(definition, now.definition)) {
        if (select !== undefined) show({ ...now, selected: select.path });
        return;
      }
      if (name === undefined || name !== lastStep) before.push(now);
      if (before.length > maxSteps) before.shift();
      after.length = 0;
      lastStep = name;
      show({ definition, selected: select === undefined ? now.selected : select.path });
    },
    undo: () => step(before, after),
    redo: () => step(after, before),
    select(path) {
      lastStep = undefined;
      if (path !== store.get().selected) store.set({ selected: path });
    },
    check() {
      const { definition } = store.get();
      if (checked !== definition) {
        checking.stop();
        takeProblems(checkForm(definition));
      }
      return store.get().problems;
    },
    markSaved({ form, etag }, definition) {
      lastStep = undefined;
      show({ ...moment(), ...(definition !== undefined && { definition }) }, { form, etag, saved: definitionOf(form) });
    },
  };
}
