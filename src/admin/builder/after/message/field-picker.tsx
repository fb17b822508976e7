// A button that opens the list of answers and facts that a message can show. Typing finds one; the ARIA combobox pattern.
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { foldText } from '../../../../core/text/fold-text.ts';
import { useTexts } from '../../../texts.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { ChipName, ChipNames } from './chip-names.ts';

export interface FieldPickerProps {
  readonly chips: ChipNames;
  readonly onPick: (source: string) => void;
  /** The button's words; without them it shows its icon alone. */
  readonly text?: string;
  readonly icon?: IconName;
}

export function FieldPicker({ chips, onPick, text, icon = 'plus' }: FieldPickerProps) {
  const t = useTexts('builder/message');
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', onPress);
    return () => removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  return (
    <div class="field-picker" ref={box}>
      <button
        ref={button}
        type="button"
        class={`button quiet${text === undefined ? ' icon-only' : ''}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={text === undefined ? t('insertAnswer') : undefined}
        title={text === undefined ? t('insertAnswer') : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} />
        {text}
      </button>
      {isOpen && (
        <PickList
          chips={chips}
          onPick={(source) => {
            setOpen(false);
            onPick(source);
          }}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface PickListProps {
  readonly chips: ChipNames;
  readonly onPick: (source: string) => void;
  readonly onClose: () => void;
}

function PickList({ chips, onPick, onClose }: PickListProps) {
  const t = useTexts('builder/message');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const found = useMemo(() => findChips(chips.list, words), [chips, words]);
  // Before the next key can arrive.
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => list.current?.querySelector('.is-active')?.scrollIntoView({ block: 'nearest' }), [active, found]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter' && found[active] !== undefined) onPick(found[active].source);
    else if (event.key === 'Escape') onClose();
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="pick-list">
      <input
        ref={input}
        class="control"
        type="text"
        dir="auto"
        role="combobox"
        autoComplete="off"
        aria-label={t('findAnswer')}
        placeholder={t('findAnswer')}
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] === undefined ? undefined : `${id}-${active}`}
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div class="pick-options" role="listbox" id={`${id}-list`} ref={list} aria-label={t('answers')} tabIndex={-1}>
        {found.map((chip, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the input names the active option by aria-activedescendant.
          <div
            key={chip.source}
            id={`${id}-${at}`}
            role="option"
            class={at === active ? 'pick-option is-active' : 'pick-option'}
            aria-selected={at === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(chip.source)}
          >
            <bdi>{chip.label}</bdi>
            {chip.group === 'facts' && <span class="pick-kind">{t('fact')}</span>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="hint">{t('noAnswer')}</p>}
    </div>
  );
}

function findChips(list: readonly ChipName[], words: string): readonly ChipName[] {
  const folded = foldText(words.trim());
  return folded === '' ? list : list.filter(({ label }) => foldText(label).includes(folded));
}
