// A part of the page whose code is loaded only for forms that have it: before the form is drawn where it is small, else when
// it is first drawn. Its place is kept meanwhile, and a load that fails can be tried again. [fill-links.quality]
import { type ComponentType, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { importPart } from './import-part.ts';
import type { ViewTexts } from './texts.ts';
import { loadWords, type PageArea } from './words.ts';

export type LazyPart<Props> = ComponentType<Props> & {
  /** Resolves also when it failed: the part then offers to try again. */
  preload(): Promise<void>;
  /** The part itself, once it is there. */
  loaded(): ComponentType<Props> | undefined;
};

/** `load` as importPart takes it; the one export of that module draws the part, with the words of `area`. */
export function lazyPart<Props extends object>(
  load: () => Promise<Readonly<Record<string, ComponentType<Props>>>>,
  area?: PageArea,
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const preload = () =>
    Promise.all([importPart(load), area && loadWords(area)]).then(
      ([part]) => {
        Loaded = Object.values(part)[0];
      },
      // Offline, or a new version replaced the file: the person decides when to try again.
      () => {},
    );
  function Part(props: Props) {
    const [tries, setTries] = useState(0);
    const start = () => void preload().then(() => setTries((count) => count + 1));
    useEffect(() => {
      if (Loaded === undefined) start();
    }, []);
    if (Loaded !== undefined) return h(Loaded, props);
    const { id, texts } = props as { id?: string; texts?: ViewTexts };
    return (
      <div class="loading" id={id} aria-busy={tries === 0}>
        {tries > 0 && (
          <button type="button" class="quiet" onClick={start}>
            {texts?.('retry') ?? '↻'}
          </button>
        )}
      </div>
    );
  }
  return Object.assign(Part, { preload, loaded: () => Loaded });
}
