// The choices of a multiple combobox, each with a button that takes it away.
import type { JSX } from 'preact';
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { Icon } from '../../../form-view/rich-icons.tsx';
import type { RichTexts } from '../../../form-view/rich-texts.ts';

export interface ChipsProps {
  readonly chosen: readonly Option[];
  readonly labelId: string;
  readonly texts: RichTexts;
  /** Missing where nothing may change. */
  readonly onRemove: ((option: Option) => void) | undefined;
  /** The focus has no chip left to go to. */
  readonly onEmptied: () => void;
}

export function Chips({ chosen, labelId, texts, onRemove, onEmptied }: ChipsProps): JSX.Element {
  const remove = (option: Option, button: HTMLElement) => {
    const chip = button.closest('li');
    const next = (chip?.nextElementSibling ?? chip?.previousElementSibling)?.querySelector('button');
    onRemove?.(option);
    if (next) next.focus();
    else onEmptied();
  };
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without markers, some screen readers take it for no list.
    <ul class="chips" role="list" aria-labelledby={labelId}>
      {chosen.map((option) => (
        <li key={optionKey(option.value)} class="chip">
          <bdi>{option.label}</bdi>
          {onRemove !== undefined && (
            <button
              type="button"
              aria-label={texts('removeFile', option.label)}
              onClick={({ currentTarget }) => remove(option, currentTarget)}
            >
              <Icon name="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
