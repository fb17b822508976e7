// Which sides of the builder are folded away. Remembered on the device: it is how somebody likes to work.
import type { Store } from '../../web/store.ts';
import type { BuilderUi, Panel } from './builder-ui.ts';

const key = 'formstead-builder-panels';

export function foldPanel(ui: Store<BuilderUi>, panel: Panel, isFolded: boolean): void {
  const others = ui.get().folded.filter((one) => one !== panel);
  const folded = isFolded ? [...others, panel] : others;
  ui.set({ folded });
  try {
    localStorage.setItem(key, folded.join());
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** A device that remembers nothing shows both. */
export function readFolded(): readonly Panel[] {
  try {
    const kept = localStorage.getItem(key)?.split(',') ?? [];
    return (['start', 'end'] as const).filter((panel) => kept.includes(panel));
  } catch {
    return [];
  }
}
