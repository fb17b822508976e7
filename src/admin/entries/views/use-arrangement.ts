// The columns and the layout of the table: of a saved view as it was saved, until one changes them; otherwise as chosen on
// this device.
import { useState } from 'preact/hooks';
import type { EntryView } from '../../../api-types/views.ts';
import type { GridLayout } from '../table/grid-props.ts';
import { keepLayout, keptLayout, readLayout } from '../table/kept-layout.ts';
import { defaultChoice, type FormColumns, keepChoice, keptChoice, knownColumns } from '../table-columns.ts';

interface Rearranged {
  readonly view: string;
  readonly columns?: readonly string[];
  readonly layout?: GridLayout;
}

export function useArrangement(form: string, columns: FormColumns, view: EntryView | undefined) {
  const [kept, setKept] = useState(() => keptChoice(form, columns));
  const [keptOrder, setKeptOrder] = useState(() => keptLayout(form));
  const [changed, setChanged] = useState<Rearranged>();
  const own = changed !== undefined && changed.view === view?.id ? changed : undefined;
  const saved = view?.state.columns && knownColumns(view.state.columns, columns);
  const chosen = own?.columns ?? saved ?? kept;
  const layout = own?.layout ?? (view?.state.layout === undefined ? keptOrder : readLayout(view.state.layout));
  return {
    chosen,
    layout,
    /** Not as the view was saved. */
    isRearranged: own !== undefined,
    forget: () => setChanged(undefined),
    choose(names: readonly string[] | undefined) {
      const next = names ?? defaultChoice(columns);
      if (view !== undefined) return setChanged({ ...own, view: view.id, columns: next });
      keepChoice(form, names);
      setKept(next);
    },
    arrange(next: GridLayout) {
      if (view !== undefined) return setChanged({ ...own, view: view.id, layout: next });
      keepLayout(form, next);
      setKeptOrder(next);
    },
  };
}
