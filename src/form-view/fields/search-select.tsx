// fSelect by typing: a combobox over an options set, or over a long list. One choice fills the box, several become chips.
// Keyboard and roles as in WAI-ARIA 1.2, combobox with a listbox. [fill-links.search]
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { foldText } from '../../core/fold-text.ts';
import { type Option, optionKey } from '../../core/option-list.ts';
import { controlAttributes } from '../control-attributes.ts';
import type { FieldProps } from '../field-props.ts';
import { Chips } from './chips.tsx';
import { OptionPopup } from './option-popup.tsx';
import { Icon } from './rich-icons.tsx';
import { richTexts } from './rich-texts.ts';
import { useFoundOptions } from './use-found-options.ts';

const pageStep = 8;

export function SearchSelectField(props: FieldProps): JSX.Element {
  const { element, id, value, onChange, isReadonly } = props;
  const texts = richTexts(props);
  const isMulti = element.selectMulti === true || element.type === 'fCheckbox';
  const chosen = chosenOptions(props, isMulti);
  const shownText = isMulti ? '' : (chosen[0]?.label ?? '');
  /** What is being typed, or undefined while the box shows the choice. */
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);

  const term = typed ?? '';
  const found = useFoundOptions(props, { term, isOpen });
  const { options } = found;
  const activeIndex = found.isCurrent && active < options.length ? active : -1;
  const listId = `${id}-list`;

  // The first result is ready to be taken with Enter, but only one that answers what is typed now.
  useEffect(
    () => setActive(found.isCurrent && term !== '' && options.length > 0 ? 0 : -1),
    [options, found.isCurrent, term],
  );
  // A value that changed from outside, by a reset or a calculation, ends the typing.
  useEffect(() => setTyped(undefined), [value]);

  const open = () => !isReadonly && setIsOpen(true);
  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const isChosen = (option: Option) => chosen.some((one) => optionKey(one.value) === optionKey(option.value));
  const pick = (option: Option) => {
    setTyped(undefined);
    if (!isMulti) {
      onChange(option.value);
      close();
      // The next letters start a new search.
      requestAnimationFrame(() => input.current?.select());
    } else {
      const others = chosen.filter((one) => optionKey(one.value) !== optionKey(option.value));
      setChosen(isChosen(option) ? others : [...chosen, option]);
    }
    input.current?.focus();
  };
  const setChosen = (next: readonly Option[]) =>
    onChange(next.length === 0 ? undefined : isMulti ? next.map((option) => option.value) : next[0]!.value);
  const clear = () => {
    setTyped(undefined);
    onChange(undefined);
    input.current?.focus();
  };

  /** Words that spell an option are that option; other words were only a search; an emptied box is not an answer. */
  const settle = () => {
    if (typed !== undefined && !isMulti) {
      const spelt = found.isCurrent
        ? options.find(({ label }) => foldText(label.trim()) === foldText(typed.trim()))
        : undefined;
      if (spelt !== undefined && typed.trim() !== '') onChange(spelt.value);
      else if (typed.trim() === '' && value !== undefined) onChange(undefined);
    }
    setTyped(undefined);
    close();
  };

  const giveUp = () => {
    setTyped(undefined);
    close();
  };
  const move = (to: number) => setActive(Math.max(0, Math.min(options.length - 1, to)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isReadonly || event.isComposing) return;
    const { key, altKey } = event;
    const isMoving = isOpen && activeIndex >= 0;
    const moves: Record<string, (() => void) | undefined> = {
      ArrowDown: !isOpen
        ? open
        : altKey
          ? undefined
          : () => setActive(activeIndex + 1 < options.length ? activeIndex + 1 : 0),
      ArrowUp: !isOpen
        ? open
        : altKey
          ? close
          : () => setActive(activeIndex > 0 ? activeIndex - 1 : options.length - 1),
      PageDown: isOpen ? () => move(activeIndex + pageStep) : undefined,
      PageUp: isOpen ? () => move(activeIndex - pageStep) : undefined,
      // Within the words while nothing is marked, within the list afterwards.
      Home: isMoving ? () => move(0) : undefined,
      End: isMoving ? () => move(options.length - 1) : undefined,
      // While the list is open, Enter never sends the form.
      Enter: isOpen ? () => activeIndex >= 0 && pick(options[activeIndex]!) : undefined,
      Escape: isOpen || typed !== undefined ? giveUp : undefined,
      Backspace: isMulti && term === '' && chosen.length > 0 ? () => setChosen(chosen.slice(0, -1)) : undefined,
    };
    const act = Object.hasOwn(moves, key) ? moves[key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <div
      class="search-field"
      ref={box}
      onFocusOut={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && settle()}
    >
      {isMulti && chosen.length > 0 && (
        <Chips
          chosen={chosen}
          labelId={props.labelId}
          texts={texts}
          onRemove={isReadonly ? undefined : (option) => setChosen(chosen.filter((one) => one !== option))}
          onEmptied={() => input.current?.focus()}
        />
      )}
      <div class="search-box">
        <input
          {...controlAttributes(props)}
          ref={input}
          class="control"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          enterkeyhint="done"
          dir={(typed ?? shownText) === '' ? undefined : 'auto'}
          placeholder={isReadonly ? undefined : texts('searchHint')}
          value={typed ?? shownText}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            open();
          }}
          onClick={open}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onKeyDown={onKeyDown}
        />
        {!isReadonly && !isMulti && shownText !== '' && (
          <button
            type="button"
            class="icon-button"
            // Emptying the box does the same: no stop of its own for the Tab key.
            tabIndex={-1}
            aria-label={`${texts('clear')}: ${shownText}`}
            onClick={clear}
          >
            <Icon name="close" />
          </button>
        )}
        {!isReadonly && <Icon name="chevron" />}
      </div>
      <OptionPopup
        id={listId}
        labelId={props.labelId}
        isOpen={isOpen}
        isMulti={isMulti}
        anchor={box}
        found={found}
        active={activeIndex}
        isChosen={isChosen}
        onPick={pick}
        texts={texts}
      />
    </div>
  );
}

/** The chosen values, with the labels of those that are in the list: an options set has none but its values. */
function chosenOptions({ value, options }: FieldProps, isMulti: boolean): Option[] {
  if (value === undefined || value === null) return [];
  const values = isMulti && Array.isArray(value) ? value : [value];
  return values.flatMap((one) => {
    if (typeof one === 'object') return [];
    const key = optionKey(one);
    return [options.find((option) => optionKey(option.value) === key) ?? { value: one, label: key }];
  });
}
