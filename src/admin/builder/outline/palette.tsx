// The kinds of elements to choose from: pressed, one is added after what is selected; dragged, where it is dropped.
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../../texts.ts';
import { useBuilder, wishFocus } from '../builder-context.ts';
import { builderTexts } from '../builder-texts.ts';
import { elementKinds, type KindGroup, kindGroups } from '../tree/element-kinds.ts';
import { type KindName, kindHints, kindTexts } from '../tree/kind-texts.ts';
import { ElementIcon } from './element-icon.tsx';
import { useFocusWish } from './use-focus-wish.ts';

export const groupTitles = {
  text: 'groupText',
  choices: 'groupChoices',
  numbers: 'groupNumbers',
  files: 'groupFiles',
  rich: 'groupRich',
  containers: 'groupContainers',
  content: 'groupContent',
} as const satisfies Record<KindGroup, keyof (typeof builderTexts)['en']>;

export function Palette() {
  const t = useTexts(builderTexts);
  const { ui } = useBuilder();
  const box = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    wishFocus(ui, 'row', 'outline');
  };
  useFocusWish('palette', () => box.current?.querySelector('button')?.focus());
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from any button inside.
    <div class="palette" ref={box} onKeyDown={onKey}>
      <p class="hint">{t('paletteHint')}</p>
      {kindGroups.map((group) => (
        <section key={group}>
          <h3>{t(groupTitles[group])}</h3>
          <ul>
            {elementKinds
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
  );
}

function PaletteButton({ kind }: { kind: KindName }) {
  const names = useTexts(kindTexts);
  const hints = useTexts(kindHints);
  const { actions, ui } = useBuilder();
  const button = useRef<HTMLButtonElement>(null);
  const add = () => {
    actions.add(kind);
    wishFocus(ui, 'label', 'properties');
  };
  useEffect(() => draggable({ element: button.current!, getInitialData: () => ({ kind }) }), [kind]);
  return (
    <button ref={button} type="button" class="palette-item" onClick={add} data-kind={kind}>
      <ElementIcon name={kind} />
      <span>
        <span class="palette-name">{names(kind)}</span>
        <span class="palette-hint">{hints(kind)}</span>
      </span>
    </button>
  );
}
