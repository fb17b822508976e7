// The list under a combobox. It opens upwards where there is no room below, and never takes the focus from the box.
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { Icon } from '../../../form-view/rich-icons.tsx';
import type { RichTexts } from '../../../form-view/rich-texts.ts';
import { groupsOf } from './select.tsx';
import type { FoundOptions } from './use-found-options.ts';

export interface OptionPopupProps {
  readonly id: string;
  readonly labelId: string;
  readonly isOpen: boolean;
  readonly isMulti: boolean;
  readonly anchor: RefObject<HTMLElement>;
  readonly found: FoundOptions;
  /** Enter was pressed with nothing marked. */
  readonly isRefused: boolean;
  readonly active: number;
  readonly isChosen: (option: Option) => boolean;
  readonly onPick: (option: Option) => void;
  readonly texts: RichTexts;
}

const minRoom = 260;

export function OptionPopup(props: OptionPopupProps): JSX.Element {
  const { id, isOpen, found, active, anchor, texts, isRefused } = props;
  const [isAbove, setIsAbove] = useState(false);

  useLayoutEffect(() => {
    const place = anchor.current?.getBoundingClientRect();
    if (!isOpen || place === undefined) return;
    // On a phone the keyboard leaves only this much.
    const height = visualViewport?.height ?? innerHeight;
    setIsAbove(height - place.bottom < minRoom && place.top > height - place.bottom);
  }, [isOpen]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const isEmpty = found.options.length === 0;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed is an option inside. */}
      <div
        class={`option-popup${isAbove ? ' is-above' : ''}${found.isCurrent ? '' : ' is-searching'}`}
        hidden={!isOpen}
        // A press must not take the focus out of the box; releasing it picks.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div
          class="option-list"
          role="listbox"
          id={id}
          aria-labelledby={props.labelId}
          aria-multiselectable={props.isMulti || undefined}
          aria-busy={found.state === 'searching' || undefined}
          hidden={isEmpty}
        >
          {isOpen && <Options {...props} />}
        </div>
        {isEmpty && isOpen && (
          <div class="option-note">
            {texts(found.state === 'failed' ? 'searchFailed' : found.state === 'searching' ? 'searching' : 'noResults')}
            {found.state === 'failed' && (
              <button type="button" class="quiet" onClick={found.retry}>
                {texts('retry')}
              </button>
            )}
          </div>
        )}
        {!isEmpty && isOpen && (isRefused || found.hasMore) && (
          <div class="option-note">{isRefused ? texts('chooseFirst') : texts('more', found.options.length)}</div>
        )}
      </div>
      <div class="visually-hidden" role="status">
        {!isOpen ? '' : isRefused && !isEmpty ? texts('chooseFirst') : spoken(found, texts)}
      </div>
    </>
  );
}

function Options({ id, found, active, isChosen, onPick }: OptionPopupProps): JSX.Element {
  let index = -1;
  const draw = (option: Option) => {
    index += 1;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus and the keys.
      // biome-ignore lint/a11y/useFocusableInteractive: the box names the active option by aria-activedescendant.
      <div
        key={optionKey(option.value)}
        role="option"
        id={`${id}-${index}`}
        class={index === active ? 'option is-active' : 'option'}
        aria-selected={isChosen(option)}
        onClick={() => onPick(option)}
      >
        <bdi>{option.label}</bdi>
        {isChosen(option) && <Icon name="check" />}
      </div>
    );
  };
  return (
    <>
      {groupsOf(found.options).map(([group, inside]) =>
        group === undefined ? (
          inside.map(draw)
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not part of a listbox.
          <div key={group} role="group" aria-label={group}>
            <div class="option-group" aria-hidden="true">
              {group}
            </div>
            {inside.map(draw)}
          </div>
        ),
      )}
    </>
  );
}

function spoken({ state, options, hasMore }: FoundOptions, texts: RichTexts): string {
  if (state === 'searching') return '';
  if (state === 'failed') return texts('searchFailed');
  if (hasMore) return texts('more', options.length);
  return options.length === 0 ? texts('noResults') : texts('results', options.length);
}
