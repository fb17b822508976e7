// What the parts of the builder share: the draft, and what they tell each other about focus and what was just done.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createStore, type Store } from '../../web/store.ts';
import type { BuilderActions } from './draft/builder-actions.ts';
import type { FormDraft } from './draft/form-draft.ts';

export type Part = 'palette' | 'outline' | 'properties' | 'preview';

export interface BuilderUi {
  /** Which part a narrow screen shows. */
  readonly part: Part;
  /** Where the focus should go now; `turn` tells one wish from the next. */
  readonly focus: 'label' | 'row' | 'palette' | undefined;
  readonly turn: number;
  /** What was just done, read out to those who do not see it. */
  readonly announcement: string;
  /** Whether the rarer properties are shown. */
  readonly isMoreOpen: boolean;
  /** What is typed in the JSON view and not applied yet: it survives a look at another view. */
  readonly jsonText: string | undefined;
}

export function createBuilderUi(): Store<BuilderUi> {
  return createStore<BuilderUi>({
    part: 'outline',
    focus: undefined,
    turn: 0,
    announcement: '',
    isMoreOpen: false,
    jsonText: undefined,
  });
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
