// What can be added, at the spot where it goes: typed words find it, arrows and Enter choose.
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { paletteGroups } from '../../../fields/palette.ts';
import { translator, useTexts } from '../../texts.ts';
import { ElementIcon } from '../outline/element-icon.tsx';
import { groupTitles } from '../outline/palette.tsx';
import { type ElementKind, elementKinds } from '../tree/element-kinds.ts';
import type { KindName } from '../tree/kind-texts.ts';
import { appLanguage, type PaletteSpot, useCanvas } from './canvas-context.ts';

export interface PalettePopoverProps {
  readonly spot: PaletteSpot;
  readonly onChoose: (kind: KindName) => void;
  /** Given up: the focus goes back to where it was. */
  readonly onClose: () => void;
}

const width = 304;
const height = 380;
const margin = 8;

export function PalettePopover({ spot, onChoose, onClose }: PalettePopoverProps) {
  const { root } = useCanvas();
  const t = useTexts('builder/canvas');
  const words = useTexts('builder/builder');
  const names = useTexts('builder/kind');
  const hints = useTexts('builder/kindHints');
  const english = translator('builder/kind', 'en');
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = useMemo(() => {
    const wanted = typed.trim().toLocaleLowerCase();
    const texts = ({ kind }: ElementKind) => [names(kind), english(kind), hints(kind)].join(' ').toLocaleLowerCase();
    const fits = elementKinds.filter((one) => wanted.split(/\s+/).every((word) => texts(one).includes(word)));
    const isNamed = ({ kind }: ElementKind) => names(kind).toLocaleLowerCase().startsWith(wanted);
    const ordered = paletteGroups.flatMap((group) => fits.filter((one) => one.group === group));
    return wanted === '' ? ordered : [...ordered.filter(isNamed), ...ordered.filter((one) => !isNamed(one))];
  }, [typed, names, hints]);
  useLayoutEffect(() => {
    const popover = box.current!;
    const near = spot.anchor.getBoundingClientRect();
    const isBelow = near.bottom + height + margin < innerHeight || near.top < innerHeight / 2;
    popover.style.insetInlineStart = 'auto';
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const start = isRightToLeft ? near.right - width : near.left;
    popover.style.left = `${Math.max(margin, Math.min(start, innerWidth - width - margin))}px`;
    const room = isBelow ? innerHeight - near.bottom - 2 * margin : near.top - 2 * margin;
    popover.style.maxHeight = `${Math.min(height, Math.max(160, room))}px`;
    popover.style.top = isBelow ? `${near.bottom + 4}px` : '';
    popover.style.bottom = isBelow ? '' : `${innerHeight - near.top + 4}px`;
    // Above whatever else is on the page, where the browser can.
    popover.setAttribute('popover', 'manual');
    popover.showPopover?.();
    popover.querySelector('input')?.focus();
    const onPress = (event: PointerEvent) => {
      if (!event.composedPath().includes(popover)) onClose();
    };
    addEventListener('pointerdown', onPress, true);
    return () => removeEventListener('pointerdown', onPress, true);
  }, [spot]);
  useLayoutEffect(() => {
    root.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, found]);
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const { key } = event;
    const last = found.length - 1;
    if (key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
    else if (key === 'ArrowUp') setActive(active <= 0 ? last : active - 1);
    else if (key === 'Enter' && found[active] !== undefined) onChoose(found[active].kind);
    else if (key === 'Escape' || key === 'Tab') onClose();
    else if (key === 'Backspace' && typed === '') onClose();
    else {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const isGrouped = typed.trim() === '';
  let group = '';
  return (
    <div ref={box} class="cv-palette" role="dialog" aria-label={t('palette')} {...appLanguage()} onKeyDown={onKey}>
      <input
        type="text"
        class="cv-search"
        role="combobox"
        aria-label={t('palette')}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellcheck={false}
        placeholder={t('search')}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value.replace(/^\//, ''));
          setActive(0);
        }}
      />
      <div class="cv-kinds" role="listbox" id={id} aria-label={t('palette')}>
        {found.map((one, at) => {
          const { kind } = one;
          const isNewGroup = isGrouped && one.group !== group;
          group = one.group;
          return [
            isNewGroup && (
              <p key={`group-${group}`} class="cv-group" role="presentation">
                {words(groupTitles[one.group])}
              </p>
            ),
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the box around it.
            // biome-ignore lint/a11y/useFocusableInteractive: the search box has the focus, and names the option.
            <div
              key={kind}
              id={`${id}-${at}`}
              class="cv-kind"
              role="option"
              aria-selected={at === active}
              data-kind={kind}
              onClick={() => onChoose(kind)}
              onPointerMove={() => at !== active && setActive(at)}
            >
              <ElementIcon name={kind} size={20} />
              <span>
                <span class="cv-kind-name">{names(kind)}</span>
                <span class="cv-kind-hint">{hints(kind)}</span>
              </span>
            </div>,
          ];
        })}
      </div>
      {found.length === 0 && (
        <p class="cv-nothing" role="status">
          {t('nothingFound')}
        </p>
      )}
    </div>
  );
}
