// The state of the page in its address, together with the saved view that it began with.

import type { EntryView } from '../../../api-types/views.ts';
import { useSlice } from '../../../web/store.ts';
import { currentLocation, navigate } from '../../router.ts';
import { addressOf, isSameState, readAddress, stateOfView, type TableState } from './table-state.ts';

export interface TableAddress {
  readonly state: TableState;
  readonly view: EntryView | undefined;
  /** The address names a view that there is not. */
  readonly isViewGone: boolean;
  /** The state differs from what the view was saved with. */
  readonly isChanged: boolean;
  readonly entry: string | undefined;
  readonly setState: (state: TableState) => void;
  readonly setEntry: (entry: string | undefined) => void;
  readonly openView: (view: string | undefined) => void;
}

export function useTableAddress(views: readonly EntryView[]): TableAddress {
  const address = readAddress(useSlice(currentLocation, () => currentLocation.get().search));
  const view = views.find(({ id }) => id === address.view);
  const saved = view && stateOfView(view);
  const state = address.isOfView && saved !== undefined ? saved : address.state;
  const go = (search: string) => void navigate(location.pathname + search, { replace: true });
  return {
    state,
    view,
    isViewGone: address.view !== undefined && view === undefined,
    isChanged: saved !== undefined && !isSameState(saved, state),
    entry: address.entry,
    setState: (next) => {
      const isOfView = saved !== undefined && isSameState(saved, next);
      go(addressOf({ state: next, view: view?.id, entry: undefined, isOfView }));
    },
    // What is at the side changes nothing else.
    setEntry: (entry) => go(addressOf({ ...readAddress(location.search), entry })),
    openView: (id) => go(addressOf({ state, view: id, entry: undefined, isOfView: id !== undefined })),
  };
}
