// The options of a choice, typed where they stand: Enter makes the next one, Backspace in an empty one removes it, pasted lines become
// options. An option that is still empty is not in the form yet.

import { useContext, useState } from 'preact/hooks';
import type { Element, OptionItem } from '../../../core/definition/form-definition.ts';
import { moreTexts } from '../../../form-view/more-texts.ts';
import { translator, useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { isSameJson } from '../draft/same-json.ts';
import { type Line, moveLine, readLines, relabel, removeLine, writeLines } from '../options/option-lines.ts';
import { formLocale } from '../tree/element-kinds.ts';
import { ItemContext, useCanvas } from './canvas-context.ts';
import { afterDrawing, focusText } from './canvas-focus.ts';
import { type ListProperty, setLines, setOther, withoutEmpty } from './edit-element.ts';
import { Editable } from './editable.tsx';

export interface ListEditing {
  readonly lines: readonly Line[];
  readonly set: (lines: readonly Line[], typed?: number) => void;
  readonly addAt: (at: number) => void;
  readonly remove: (at: number) => void;
  /** For a text: Enter, Backspace, Alt with arrows. True when the key was for it. */
  readonly onKey: (event: KeyboardEvent, at: number) => boolean;
  readonly onLines: (at: number, pasted: readonly string[]) => void;
}

/** `field` names the texts of the list: `option.2`. */
export function useLines(element: Element, property: ListProperty, field: string): ListEditing {
  const canvas = useCanvas();
  const { id } = useContext(ItemContext);
  const items = (element[property] ?? []) as readonly OptionItem[];
  const [typing, setTyping] = useState<readonly Line[]>();
  const isOurs = typing !== undefined && isSameJson(writeLines(withoutEmpty(typing)), items);
  const lines = isOurs ? typing : readLines(items);
  const set = (next: readonly Line[], typed?: number) => {
    const path = canvas.pathOf(element);
    if (path === undefined) return;
    setTyping(next);
    setLines(canvas.builder.draft, path, property, next, typed);
  };
  const focusLine = (at: number, caret: 'all' | 'end' = 'end') =>
    afterDrawing(() => {
      const item = canvas.root.getElementById(`cv-${id}`);
      return focusText(item?.querySelector<HTMLElement>(`[data-edit="${field}.${at}"]`), caret);
    });
  const addAt = (at: number) => {
    const before = lines[at - 1];
    const isInside = before !== undefined && (before.type === 'group' || before.isInside);
    set(lines.toSpliced(at, 0, { type: 'option', value: '', label: '', isInside }));
    focusLine(at);
  };
  const remove = (at: number) => {
    set(removeLine(lines, at));
    focusLine(Math.max(0, at - 1));
  };
  return {
    lines,
    set,
    addAt,
    remove,
    onKey(event, at) {
      const { key, altKey, shiftKey } = event;
      const isEmpty = lines[at]?.label === '' && (event.target as HTMLElement).textContent === '';
      if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
        const moved = moveLine(lines, at, key === 'ArrowUp' ? -1 : 1);
        set(moved.lines);
        focusLine(moved.at);
      } else if (key === 'Enter' && !shiftKey) addAt(at + 1);
      else if (key === 'Backspace' && isEmpty && lines.length > 1) remove(at);
      else return false;
      return true;
    },
    onLines(at, pasted) {
      const line = lines[at];
      const isInside = line?.type === 'option' && line.isInside;
      const added = pasted.map((text): Line => ({ type: 'option', value: text, label: text, isInside }));
      const t = translator('builder/kind', formLocale(canvas.builder.draft.get().definition));
      const word = property === 'options' ? 'option' : 'question';
      // The words that a new element comes with are nobody's.
      const areNew = lines.every(({ label }, number) => label === t(word, { number: number + 1 }));
      const isEmpty = line?.label === '';
      const [from, count] = areNew ? [0, lines.length] : isEmpty ? [at, 1] : [at + 1, 0];
      set(lines.toSpliced(from, count, ...added));
      focusLine(from + added.length - 1);
    },
  };
}

export interface ChoiceOptionsProps {
  readonly element: Element;
  readonly look: 'radio' | 'checkbox' | 'list';
}

export function ChoiceOptions({ element, look }: ChoiceOptionsProps) {
  const t = useTexts('builder/canvas');
  const { isFirst } = useContext(ItemContext);
  const list = useLines(element, 'options', 'option');
  const { lines } = list;
  return (
    <div class={look === 'list' ? 'cv-options' : choicesClass(lines)}>
      {lines.map((line, at) => {
        const text = <LineText key={at} list={list} line={line} at={at} field="option" />;
        if (line.type === 'group') {
          return (
            <p key={at} class="choice-group">
              {text}
            </p>
          );
        }
        return (
          <div key={at} class={look === 'list' ? 'cv-option' : 'choice'}>
            {look === 'list' ? (
              <span class="cv-number" aria-hidden="true">
                {at + 1}.
              </span>
            ) : (
              <input type={look} inert tabIndex={-1} aria-hidden="true" />
            )}
            {text}
            {isFirst && lines.length > 1 && (
              <button
                type="button"
                class="cv-remove"
                tabIndex={-1}
                aria-label={t('removeOption', { name: line.label || t('option', { number: at + 1 }) })}
                onClick={() => list.remove(at)}
              >
                <Icon name="close" size={14} />
              </button>
            )}
          </div>
        );
      })}
      {element.otherOption !== undefined && element.otherOption !== false && (
        <OtherOption element={element} look={look} />
      )}
      {isFirst && (
        <button type="button" class="cv-add-option" onClick={() => list.addAt(lines.length)}>
          <Icon name="plus" size={16} />
          {t('addOption')}
        </button>
      )}
    </div>
  );
}

/** What people type themselves; its words are the owner's, or the page's own. */
function OtherOption({ element, look }: ChoiceOptionsProps) {
  const canvas = useCanvas();
  const t = useTexts('builder/canvas');
  const { otherOption } = element;
  return (
    <div class={look === 'list' ? 'cv-option' : 'choice'}>
      {look !== 'list' && <input type={look} inert tabIndex={-1} aria-hidden="true" />}
      <Editable
        field="other"
        label={t('other')}
        placeholder={moreTexts(canvas.words.locale)('other')}
        value={typeof otherOption === 'string' ? otherOption : ''}
        onChange={(words) => {
          const path = canvas.pathOf(element);
          if (path !== undefined) setOther(canvas.builder.draft, path, words);
        }}
      />
    </div>
  );
}

export interface LineTextProps {
  readonly list: ListEditing;
  readonly line: Line;
  readonly at: number;
  readonly field: string;
}

export function LineText({ list, line, at, field }: LineTextProps) {
  const t = useTexts('builder/canvas');
  const name = line.type === 'group' ? t('group') : t(field === 'question' ? 'question' : 'option', { number: at + 1 });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the text inside hears what is typed.
    <span
      class="cv-line"
      onKeyDown={(event) => {
        if (event.isComposing || !list.onKey(event, at)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Editable
        field={`${field}.${at}`}
        label={name}
        placeholder={name}
        value={line.label}
        onChange={(label) => list.set(list.lines.with(at, relabel(line, label)), at)}
        onLines={(pasted) => list.onLines(at, pasted)}
      />
    </span>
  );
}

const many = 12;
const shortest = 8;
const shortLabel = 24;

/** As form-view lays them out: fields/choices.tsx. */
function choicesClass(lines: readonly Line[]): string {
  const options = lines.filter((line) => line.type === 'option');
  const isShort = options.length >= shortest && options.every(({ label }) => label.length <= shortLabel);
  return `choices${options.length > many ? ' many' : ''}${isShort ? ' short' : ''}`;
}
