// The list of names under an expression: label, name as written, what kind of thing it is.
import { useEffect } from 'preact/hooks';
import { hasText, useTexts } from '../../texts.ts';
import { isDescribed } from '../tree/name-texts.ts';
import type { Completion, Suggestion } from './expression-completion.ts';

export interface SuggestionListProps {
  readonly id: string;
  readonly completion: Completion | undefined;
  readonly active: number;
  readonly onTake: (suggestion: Suggestion) => void;
}

export function SuggestionList({ id, completion, active, onTake }: SuggestionListProps) {
  const t = useTexts('builder/expression');
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active, completion]);
  const suggestions = completion?.suggestions ?? [];
  return (
    <>
      <div
        class="suggestions"
        role="listbox"
        id={id}
        aria-label={t('names')}
        hidden={suggestions.length === 0}
        onMouseDown={(event) => event.preventDefault()}
        tabIndex={-1}
      >
        {suggestions.map((suggestion, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus and the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the box names the active option by aria-activedescendant.
          <div
            key={suggestion.text}
            role="option"
            id={`${id}-${at}`}
            class={at === active ? 'suggestion is-active' : 'suggestion'}
            aria-selected={at === active}
            onClick={() => onTake(suggestion)}
          >
            <SuggestionWords suggestion={suggestion} />
          </div>
        ))}
      </div>
      <span class="visually-hidden" role="status">
        {suggestions.length > 0 && t('count', { count: suggestions.length })}
      </span>
    </>
  );
}

function SuggestionWords({ suggestion: { text, name, isFilter } }: { suggestion: Suggestion }) {
  const described = useTexts('builder/name');
  const kinds = useTexts('builder/kindTree');
  const key = isFilter ? `|${text}` : (name?.label ?? '');
  const isField = name !== undefined && name.kind !== 'fact';
  const nameOf = (kind: string) => (hasText('builder/kindTree', kind) ? kinds(kind) : kind);
  return (
    <>
      {isField && <bdi class="suggestion-label">{name.label}</bdi>}
      <bdi class="mono suggestion-name">{isFilter ? text : name?.text}</bdi>
      <span class="suggestion-kind">{isField ? nameOf(name.kind) : isDescribed(key) ? described(key) : ''}</span>
    </>
  );
}
