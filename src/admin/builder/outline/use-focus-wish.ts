// Moves the focus when something elsewhere in the builder asks for it: after an element was added, to its label.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSlice } from '../../../web/store.ts';
import { useBuilder } from '../builder-context.ts';
import type { BuilderUi } from '../builder-ui.ts';

export function useFocusWish(wanted: NonNullable<BuilderUi['focus']>, focus: () => void): void {
  const { ui } = useBuilder();
  const turn = useSlice(ui, () => (ui.get().focus === wanted ? ui.get().turn : 0));
  const latest = useRef(focus);
  latest.current = focus;
  // Before the next key arrives: whoever types on at once types into the right box.
  useLayoutEffect(() => {
    if (turn === 0) return;
    latest.current();
    // Done: the next drawing of the same part must not take the focus again.
    if (ui.get().turn === turn) ui.set({ focus: undefined });
  }, [ui, turn]);
}
