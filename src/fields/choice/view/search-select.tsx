// fSelect by typing: a combobox over an options set, or over a long list. One choice fills the box, several become chips.
// Keyboard and roles as in WAI-ARIA 1.2, combobox with a listbox. [fill-links.search]
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { foldText } from '../../../core/text/fold-text.ts';
import { controlAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { Icon } from '../../../form-view/rich-icons.tsx';
import { richTexts } from '../../../form-view/rich-texts.ts';
import { setValueLabel } from '../set-value-label.ts';
import { Chips } from './chips.tsx';
import { OptionPopup } from './option-popup.tsx';
import { markedFor, optionsOfSet, useFoundOptions } from './use-found-options.ts';

const pageStep = 8;
/** A send waits for the search of words that were left: not longer than this. */
const laterMs = 10_000;

export function SearchSelectField(props: FieldProps): JSX.Element {
  const { element, id, value, onChange, isReadonly, host } = props;
  const texts = richTexts(props);
  const isMulti = element.selectMulti === true || element.type === 'fCheckbox';
  const chosen = chosenOptions(props, isMulti);
  const shownText = isMulti ? '' : (chosen[0]?.label ?? '');
  /** What is being typed, or was typed and chose nothing; undefined while the box shows the choice. */
  const [typed, setTyped] = useState<string | undefined>(() => host.unfinished()[0]);
  const [isOpen, setIsOpen] = useState(false);
  /** Enter was pressed with nothing marked. */
  const [isRefused, setIsRefused] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);

  const term = typed ?? '';
  const found = useFoundOptions(props, { term, isOpen });
  const { options } = found;
  const activeIndex = found.isCurrent && active < options.length ? active : -1;
  const listId = `${id}-list`;

  // Only what the words leave no doubt about is ready to be taken: of several matches the first may be anything.
  const markedNow = () => (isOpen && found.isCurrent ? markedFor(options, term) : -1);
  useLayoutEffect(() => setActive(markedNow()), [options, found.isCurrent, term, isOpen]);
  // A value that changed from outside, by a reset or a calculation, ends the typing; at once, before the next letter is typed.
  const shown = useRef(value);
  useLayoutEffect(() => {
    if (shown.current !== value && !isMulti) setWords(undefined);
    shown.current = value;
  }, [value]);
  useLayoutEffect(() => {
    tellUnfinished(typed);
    return () => host.setUnfinished([]);
  }, [host]);

  const tellUnfinished = (words: string | undefined) =>
    host.setUnfinished(words?.trim() ? [words] : [], texts('notChosen'));
  /** Words that chose nothing yet stand in the way of a send, and outlive a reload. */
  const setWords = (words: string | undefined) => {
    setTyped(words);
    setIsRefused(false);
    tellUnfinished(words);
  };

  // What was picked is selected as soon as it is shown, before the next key: the next letters start a new search.
  const picked = useRef<Option['value']>();
  useLayoutEffect(() => {
    if (picked.current === undefined || picked.current !== value) return;
    picked.current = undefined;
    input.current?.select();
  });

  const open = () => !isReadonly && setIsOpen(true);
  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const isChosen = (option: Option) => chosen.some((one) => optionKey(one.value) === optionKey(option.value));
  const pick = (option: Option) => {
    setWords(undefined);
    if (!isMulti) {
      onChange(option.value);
      close();
      picked.current = option.value;
    } else {
      const others = chosen.filter((one) => optionKey(one.value) !== optionKey(option.value));
      setChosen(isChosen(option) ? others : [...chosen, option]);
    }
    input.current?.focus();
  };
  /** As pick, where the focus has gone elsewhere; what is chosen already stays. */
  const take = (option: Option) => {
    setWords(undefined);
    if (!isMulti) onChange(option.value);
    else if (!isChosen(option)) setChosen([...chosen, option]);
  };
  const setChosen = (next: readonly Option[]) =>
    onChange(next.length === 0 ? undefined : isMulti ? next.map((option) => option.value) : next[0]!.value);
  const clear = () => {
    setWords(undefined);
    onChange(undefined);
    input.current?.focus();
  };

  /** The box was left: what is marked is taken, an emptied box is not an answer, and other words stay to be seen. */
  const settle = (isByKey: boolean) => {
    // The words may be newer than the last look at them.
    const marked = options[activeIndex >= 0 ? activeIndex : markedNow()];
    close();
    if (typed === undefined) {
      // Whoever moved through the list and goes on means where they stopped.
      if (isByKey && !isMulti && marked !== undefined) take(marked);
    } else if (typed.trim() === '') {
      setWords(undefined);
      if (!isMulti) onChange(undefined);
    } else if (marked !== undefined) take(marked);
    else if (!found.isCurrent) void takeLater(typed);
  };
  /** Somebody was quicker than the search. Only an option that has the words in it is taken unseen. */
  const takeLater = async (words: string) => {
    const { values } = await host
      .search(element, words.trim(), AbortSignal.timeout(laterMs))
      .catch(() => ({ values: [] }));
    const found = optionsOfSet(element, values, words);
    const option = found[markedFor(found, words)];
    const { current } = latest;
    if (current.typed === words && option && foldText(String(option.value)).includes(foldText(words.trim())))
      current.take(option);
  };
  // Meanwhile a row above may go, and the value is in another place; or this one, and nobody waits for it any more.
  const latest = useRef({ typed, take });
  latest.current = { typed, take };
  useLayoutEffect(
    () => () => {
      latest.current = { typed: undefined, take };
    },
    [],
  );

  const giveUp = () => {
    setWords(undefined);
    close();
  };
  const move = (to: number) => setActive(Math.max(0, Math.min(options.length - 1, to)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isReadonly || event.isComposing) return;
    const { key, altKey } = event;
    if (key === 'Tab' && isOpen && typed === undefined) return settle(true);
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
      Enter: isOpen ? () => (activeIndex >= 0 ? pick(options[activeIndex]!) : setIsRefused(true)) : undefined,
      Escape: isOpen ? close : typed !== undefined ? giveUp : undefined,
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
      onFocusOut={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && settle(false)}
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
          placeholder={isReadonly ? undefined : (props.element.placeholder ?? texts('searchHint'))}
          value={typed ?? shownText}
          onInput={({ currentTarget }) => {
            picked.current = undefined;
            setWords(currentTarget.value);
            open();
          }}
          onChange={({ currentTarget }) =>
            currentTarget.value !== (typed ?? shownText) && setWords(currentTarget.value)
          }
          onClick={open}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onKeyDown={onKeyDown}
        />
        {!isReadonly && (typed ?? shownText) !== '' && (
          <button
            type="button"
            class="icon-button"
            // Emptying the box does the same: no stop of its own for the Tab key.
            tabIndex={-1}
            aria-label={`${texts('clear')}: ${typed ?? shownText}`}
            onClick={isMulti ? giveUp : clear}
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
        isRefused={isRefused && activeIndex < 0}
        active={activeIndex}
        isChosen={isChosen}
        onPick={pick}
        texts={texts}
      />
    </div>
  );
}

/** The chosen values, with the labels of those that are in the list: an options set has none but its values. */
function chosenOptions({ value, options, element }: FieldProps, isMulti: boolean): Option[] {
  if (value === undefined || value === null) return [];
  const values = isMulti && Array.isArray(value) ? value : [value];
  return values.flatMap((one) => {
    if (typeof one === 'object') return [];
    const key = optionKey(one);
    return [
      options.find((option) => optionKey(option.value) === key) ?? { value: one, label: setValueLabel(element, key) },
    ];
  });
}
