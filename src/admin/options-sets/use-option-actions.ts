// What the table does to options, one thing at a time, and the way back from a removal.
import { useState } from 'preact/hooks';
import type { ListedOption } from '../../api-types/options-sets.ts';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { useErrorText } from '../ui/notices.tsx';
import {
  numericKeys,
  type OptionChange,
  type OptionDraft,
  optionOf,
  readDraft,
  removeChanges,
  restoreChanges,
  swapChanges,
} from './option-changes.ts';
import { nameOf } from './option-row.tsx';
import type { OptionOrder } from './use-option-page.ts';

export interface OptionActions {
  readonly isBusy: boolean;
  /** What was done last, in words. */
  readonly said: string;
  readonly removed: readonly ListedOption[];
  readonly save: (option: ListedOption, draft: OptionDraft) => Promise<boolean>;
  readonly add: (draft: OptionDraft) => Promise<boolean>;
  readonly swap: (one: ListedOption, other: ListedOption, order: OptionOrder) => Promise<boolean>;
  readonly remove: (options: readonly ListedOption[]) => Promise<boolean>;
  readonly undo: () => Promise<boolean>;
}

const changedMeanwhile = 412;

/** `onChange`: whatever became of it, the list may be another one. */
export function useOptionActions(set: string, rows: readonly ListedOption[], onChange: () => void): OptionActions {
  const { api, notify } = useApp();
  const t = useTexts('options-sets/table');
  const errorText = useErrorText();
  const [state, setState] = useState<Pick<OptionActions, 'isBusy' | 'said' | 'removed'>>({
    isBusy: false,
    said: '',
    removed: [],
  });

  const run = async (work: () => Promise<unknown>, said: string, removed: readonly ListedOption[] = []) => {
    if (state.isBusy) return false;
    setState({ ...state, isBusy: true });
    try {
      await work();
      setState({ isBusy: false, said, removed });
      onChange();
      return true;
    } catch (error) {
      setState({ ...state, isBusy: false });
      const isStale = error instanceof ApiError && error.status === changedMeanwhile;
      notify(isStale ? t('changedElsewhere') : errorText(error), 'bad');
      if (isStale) onChange();
      return false;
    }
  };
  const change = (changes: readonly OptionChange[]) => () =>
    api.call(`/optionsSet/${set}/options`, { method: 'PATCH', body: { changes } });

  return {
    ...state,
    save(option, draft) {
      const changed = readDraft(draft, option, numericKeys(rows));
      const one = { place: option.place, was: optionOf(option), option: changed };
      return run(change([one]), t('saved', { name: nameOf(changed.value) }));
    },
    add(draft) {
      const option = readDraft(draft, undefined, numericKeys(rows));
      const add = () => api.call(`/optionsSet/${set}/addOptions`, { body: { options: [option] } });
      return run(add, t('added', { name: nameOf(option.value) }));
    },
    swap: (one, other, order) => run(change(swapChanges(one, other, order)), t('moved', { name: nameOf(one.value) })),
    remove: (options) =>
      run(
        change(removeChanges(options)),
        t('removed', { count: options.length, name: nameOf(options[0]?.value ?? '') }),
        options,
      ),
    undo: () =>
      run(
        change(restoreChanges(state.removed)),
        t('restored', { count: state.removed.length, name: nameOf(state.removed[0]?.value ?? '') }),
      ),
  };
}
