// A box for an expression or a template: names are completed while typing, and what cannot be read is shown with its place.
// The list follows the ARIA combobox pattern; the focus stays in the box.
import type { RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { checkSource, excerptAround, type SourceCheck, syntaxText } from './expression-check.ts';
import {
  applySuggestion,
  type Completion,
  findCompletion,
  type SourceKind,
  type Suggestion,
} from './expression-completion.ts';
import type { ExpressionNames } from './expression-names.ts';
import { SuggestionList } from './suggestion-list.tsx';

export interface ExpressionFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly names: ExpressionNames;
  readonly kind: SourceKind;
  readonly hint?: string | undefined;
  /** What somebody else has to say about it: the form's check, the server. */
  readonly error?: string | undefined;
  /** A box of several lines. */
  readonly rows?: number;
  readonly isLabelHidden?: boolean;
  /** Templates are prose; their HTML is code. Expressions always are. */
  readonly isMono?: boolean;
  readonly placeholder?: string;
}

type Box = HTMLInputElement & HTMLTextAreaElement;

export function ExpressionField(props: ExpressionFieldProps) {
  const { label, value, onChange, names, kind, hint, error, rows, isLabelHidden } = props;
  const t = useTexts('builder/expression');
  const id = useId();
  const box = useRef<Box>(null);
  const [completion, setCompletion] = useState<Completion>();
  const [active, setActive] = useState(0);
  const caretAfter = useRef<number>();
  const check = useSettled(value, kind, names);
  const close = () => setCompletion(undefined);

  const look = (source: string, isAsked: boolean) => {
    const caret = box.current?.selectionStart ?? source.length;
    setCompletion(findCompletion({ source, caret, kind, names, isAsked }));
    setActive(0);
  };
  const take = (suggestion: Suggestion) => {
    const done = applySuggestion(value, completion!, suggestion);
    caretAfter.current = done.caret;
    close();
    onChange(done.source);
  };
  useLayoutEffect(() => {
    if (caretAfter.current === undefined || box.current?.value !== value) return;
    box.current.focus();
    box.current.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = undefined;
  }, [value]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const isOneLine = rows === undefined && !value.includes('\n');
    if (completion === undefined) {
      const isAsking = (event.key === ' ' && event.ctrlKey) || (event.key === 'ArrowDown' && isOneLine);
      if (!isAsking) return;
      event.preventDefault();
      look(value, true);
      return;
    }
    const { suggestions } = completion;
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % suggestions.length),
      ArrowUp: () => setActive((active - 1 + suggestions.length) % suggestions.length),
      Enter: () => take(suggestions[active]!),
      Tab: () => take(suggestions[active]!),
      Escape: close,
    };
    const move = event.shiftKey ? undefined : Object.hasOwn(moves, event.key) && moves[event.key];
    if (!move) return;
    event.preventDefault();
    // A dialog around would close too.
    event.stopPropagation();
    move();
  };

  const shown = check.error === undefined ? error : undefined;
  const hasError = check.error !== undefined || error !== undefined;
  const control = {
    id,
    value,
    class: kind === 'expression' || props.isMono ? 'control mono' : 'control',
    dir: kind === 'expression' || props.isMono ? ('ltr' as const) : ('auto' as const),
    spellcheck: kind === 'template' && !props.isMono,
    autocomplete: 'off',
    placeholder: props.placeholder,
    role: 'combobox' as const,
    'aria-autocomplete': 'list' as const,
    'aria-expanded': completion !== undefined,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': completion === undefined ? undefined : `${id}-list-${active}`,
    'aria-describedby': `${id}-hint ${id}-error`,
    'aria-invalid': hasError ? (true as const) : undefined,
    onInput: (event: { currentTarget: { value: string } }) => {
      onChange(event.currentTarget.value);
      look(event.currentTarget.value, false);
    },
    onKeyDown,
    onBlur: close,
    onPointerDown: close,
  };
  return (
    <div class="labelled expression-field">
      <label class={isLabelHidden ? 'visually-hidden' : ''} for={id}>
        {label}
      </label>
      <div class="expression-box">
        {rows === undefined && kind === 'template' ? (
          <input {...control} ref={box as RefObject<HTMLInputElement>} type="text" />
        ) : (
          <textarea {...control} ref={box as RefObject<HTMLTextAreaElement>} rows={rows ?? 1} />
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the caret must stay in the box while the button is pressed. */}
        <span class="insert-name" onMouseDown={(event) => event.preventDefault()}>
          <Button
            kind="quiet"
            icon="plus"
            label={t('insert')}
            onPress={() => {
              if (document.activeElement !== box.current) box.current?.focus();
              if (completion === undefined) look(value, true);
              else close();
            }}
          />
        </span>
        <SuggestionList id={`${id}-list`} {...{ completion, active }} onTake={take} />
      </div>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <div id={`${id}-error`} aria-live="polite">
        {shown !== undefined && <p class="field-error">{shown}</p>}
        <CheckResult check={check} source={value} onGoTo={(position) => goTo(box.current, position)} />
      </div>
    </div>
  );
}

/** What the check says once typing has paused: halfway through a word everything is wrong. */
function useSettled(value: string, kind: SourceKind, names: ExpressionNames): SourceCheck {
  const check = useMemo(() => checkSource(value, kind, names), [value, kind, names]);
  const [settled, setSettled] = useState(check);
  useEffect(() => {
    const isBetter = check.error === undefined && check.unknown.length === 0;
    const timer = setTimeout(() => setSettled(check), isBetter ? 0 : 600);
    return () => clearTimeout(timer);
  }, [check]);
  return settled;
}

interface CheckResultProps {
  readonly check: SourceCheck;
  readonly source: string;
  readonly onGoTo: (position: number) => void;
}

function CheckResult({ check: { error, unknown }, source, onGoTo }: CheckResultProps) {
  const t = useTexts('builder/expression');
  const words = useTexts('builder/syntax');
  if (error !== undefined && error.position <= source.length) {
    const { before, at, after } = excerptAround(source, error.position);
    return (
      <div class="source-error">
        <p class="field-error">{syntaxText(error.message, words)}</p>
        <button
          type="button"
          class="source-place mono"
          dir="ltr"
          title={t('goTo')}
          onClick={() => onGoTo(error.position)}
        >
          <span class="visually-hidden">{t('place', { position: error.position + 1 })}</span>
          {before}
          <mark>{at === '' || /\s/.test(at) ? '\u00a0' : at}</mark>
          {after}
        </button>
      </div>
    );
  }
  if (unknown.length === 0) return null;
  return (
    <p class="source-warning">
      {t('unknown')}{' '}
      {unknown.map((name, at) => (
        <>
          {at > 0 && ', '}
          <bdi class="mono">{name}</bdi>
        </>
      ))}
    </p>
  );
}

function goTo(box: Box | null, position: number): void {
  box?.focus();
  box?.setSelectionRange(position, Math.min(position + 1, box.value.length));
}
