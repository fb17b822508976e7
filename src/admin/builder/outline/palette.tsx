// The kinds of elements to choose from: pressed, one is added after what is selected; dragged, where it is dropped.
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type PaletteGroup, paletteGroups } from '../../../fields/palette.ts';
import { type TextKey, useTexts } from '../../texts.ts';
import { useRoving } from '../../ui/use-roving.ts';
import { returnFocus, useBuilder, wishFocus } from '../builder-context.ts';
import { elementKinds } from '../tree/element-kinds.ts';
import type { KindName } from '../tree/kind-texts.ts';
import { ElementIcon } from './element-icon.tsx';
import { useFocusWish } from './use-focus-wish.ts';
import { beginsSearch } from './use-outline-keys.ts';

export const groupTitles = {
  text: 'groupText',
  choices: 'groupChoices',
  numbers: 'groupNumbers',
  files: 'groupFiles',
  rich: 'groupRich',
  containers: 'groupContainers',
  content: 'groupContent',
} as const satisfies Record<PaletteGroup, TextKey<'builder/builder'>>;

export function Palette() {
  const t = useTexts('builder/builder');
  const { ui } = useBuilder();
  const names = useTexts('builder/kind');
  const hints = useTexts('builder/kindHints');
  const [words, setWords] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const kinds = useRef<HTMLDivElement>(null);
  const roving = useRoving(kinds, '.palette-item');
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const search = box.current?.querySelector('input');
    if (event.key !== 'Escape') {
      if (beginsSearch(event) && event.target !== search) search?.focus();
      return;
    }
    event.preventDefault();
    if (words !== '') setWords('');
    else returnFocus(ui);
  };
  useFocusWish('palette', () => box.current?.querySelector('button')?.focus());
  const wanted = words.trim().toLowerCase();
  const found = elementKinds.filter(({ kind }) => `${names(kind)} ${hints(kind)}`.toLowerCase().includes(wanted));
  const groups = paletteGroups.filter((group) => found.some((one) => one.group === group));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from any button inside.
    <div class="palette" ref={box} onKeyDown={onKey}>
      <div class="palette-find" data-own-undo>
        <input
          type="search"
          class="control"
          aria-label={t('findKind')}
          placeholder={t('findKind')}
          value={words}
          dir="auto"
          autoComplete="off"
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              kinds.current?.querySelector('button')?.focus();
            }
            if (event.key !== 'Enter' || wanted === '') return;
            event.preventDefault();
            box.current?.querySelector<HTMLElement>('.palette-item')?.click();
            setWords('');
          }}
        />
      </div>
      <div ref={kinds} class="palette-kinds" role="toolbar" aria-label={t('kinds')} {...roving}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{t(groupTitles[group])}</h3>
            <ul>
              {found
                .filter((one) => one.group === group)
                .map(({ kind }) => (
                  <li key={kind}>
                    <PaletteButton kind={kind} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      {found.length === 0 && (
        <p class="hint" role="status">
          {t('noKind')}
        </p>
      )}
    </div>
  );
}

function PaletteButton({ kind }: { kind: KindName }) {
  const names = useTexts('builder/kind');
  const hints = useTexts('builder/kindHints');
  const { actions, ui } = useBuilder();
  const button = useRef<HTMLButtonElement>(null);
  // Without the properties beside it, the label is typed on the form.
  const isFolded = () => ui.get().folded.includes('end') && matchMedia('(min-width: 60.01rem)').matches;
  const add = () => {
    actions.add(kind);
    wishFocus(ui, isFolded() ? 'canvas' : 'label', 'properties');
  };
  useEffect(() => draggable({ element: button.current!, getInitialData: () => ({ kind }) }), [kind]);
  return (
    <button ref={button} type="button" class="palette-item" title={hints(kind)} onClick={add} data-kind={kind}>
      <ElementIcon name={kind} size={18} />
      <span class="palette-name">{names(kind)}</span>
    </button>
  );
}
