// fCheckbox with `ranked`: the options are put in order, by dragging, by buttons or by the arrow keys. Nothing is answered until somebody
// moves one or says that the order is right. [fill-links.ranking]
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { groupAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { moreTexts } from '../../../form-view/more-texts.ts';
import { useLiveText } from '../../../form-view/use-live-text.ts';

export function RankingField(props: FieldProps) {
  const { id, value, options, onChange, isReadonly, isRequired, locale } = props;
  const texts = moreTexts(locale);
  const live = useLiveText();
  const list = useRef<HTMLOListElement>(null);
  const answered = Array.isArray(value) ? value : [];
  const order = orderOf(options, answered);
  const isRanked = answered.length > 0;
  const [dragged, setDragged] = useState<string | undefined>(undefined);
  const latest = useRef(order);
  latest.current = order;

  const moveTo = (option: Option, place: number) => {
    const before = latest.current;
    const at = before.findIndex((one) => keyOf(one) === keyOf(option));
    const to = Math.max(0, Math.min(before.length - 1, place));
    if (isReadonly || at < 0 || (to === at && isRanked)) return;
    const rest = before.filter((_, index) => index !== at);
    const next = [...rest.slice(0, to), before[at]!, ...rest.slice(to)];
    latest.current = next;
    onChange(next.map((one) => one.value));
    live.announce(texts('place', option.label, to + 1, next.length));
  };
  // What is moved in the document loses the focus.
  const moved = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    moved.current?.focus();
    moved.current = null;
  }, [value]);
  const move = (option: Option, by: number) => {
    moved.current = document.activeElement as HTMLElement | null;
    moveTo(option, latest.current.findIndex((one) => keyOf(one) === keyOf(option)) + by);
  };

  const drag = (event: PointerEvent, option: Option) => {
    const row = event.currentTarget as HTMLElement;
    const target = event.target as Element;
    // A finger scrolls the page, unless it is on the handle.
    if (isReadonly || target.closest('button') || (event.pointerType !== 'mouse' && !target.closest('.handle'))) return;
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = row;
    handle.setPointerCapture(event.pointerId);
    setDragged(keyOf(option));
    const onMove = ({ clientY }: PointerEvent) => moveTo(option, placeAt(list.current!, keyOf(option), clientY));
    const stop = () => {
      handle.removeEventListener('pointermove', onMove);
      setDragged(undefined);
    };
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', stop, { once: true });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the title is outside, where every field has it.
    <div role="group" {...groupAttributes(props)}>
      <p class="hint rank-hint">{texts('rankHint')}</p>
      <ol class={isRanked ? 'ranks' : 'ranks unset'} ref={list}>
        {order.map((option, place) => (
          <li
            key={keyOf(option)}
            class={dragged === keyOf(option) ? 'rank dragged' : 'rank'}
            data-key={keyOf(option)}
            onPointerDown={(event) => drag(event, option)}
          >
            <span class="handle" aria-hidden="true">
              ⠿
            </span>
            <span class="rank-place" aria-hidden={!isRanked}>
              {isRanked ? place + 1 : '–'}
            </span>
            <bdi class="rank-label">
              {option.label}
              {!isRanked && <span class="visually-hidden"> ({texts('noPlace')})</span>}
            </bdi>
            {!isReadonly && (
              <span class="rank-buttons">
                <MoveButton
                  name={texts('moveUp', option.label)}
                  sign="↑"
                  isEnd={place === 0}
                  onMove={(by) => move(option, by ?? -1)}
                />
                <MoveButton
                  name={texts('moveDown', option.label)}
                  sign="↓"
                  isEnd={place === order.length - 1}
                  onMove={(by) => move(option, by ?? 1)}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!isReadonly && !isRanked && options.length > 0 && (
        <button type="button" class="quiet" id={`${id}-keep`} onClick={() => onChange(order.map((one) => one.value))}>
          {texts('keepOrder')}
        </button>
      )}
      {!isReadonly && isRanked && !isRequired && (
        <button type="button" class="quiet" onClick={() => onChange(undefined)}>
          {texts('clearOrder')}
        </button>
      )}
      <p class="visually-hidden" role="status">
        {live.text}
      </p>
    </div>
  );
}

interface MoveButtonProps {
  readonly name: string;
  readonly sign: string;
  readonly isEnd: boolean;
  /** With a step of its own for an arrow key. */
  readonly onMove: (by?: number) => void;
}

const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Not disabled at an end: the focus would be lost there. */
function MoveButton({ name, sign, isEnd, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      class="rank-move"
      aria-label={name}
      aria-disabled={isEnd || undefined}
      onClick={() => onMove()}
      onKeyDown={(event) => {
        const by = steps[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onMove(by);
      }}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

const keyOf = ({ value }: Option) => optionKey(value);

/** What was ranked first, in its order; options that came since follow in theirs. */
function orderOf(options: readonly Option[], answered: readonly JsonValue[]): readonly Option[] {
  const known = new Map(options.map((option) => [keyOf(option), option]));
  const ranked = [...new Set(answered.map(optionKey))].map(
    (key, place) => known.get(key) ?? { value: answered[place] ?? key, label: key },
  );
  const isRanked = new Set(ranked.map(keyOf));
  return [...ranked, ...options.filter((option) => !isRanked.has(keyOf(option)))];
}

/** Where the pointer is among the other rows. */
function placeAt(list: HTMLElement, key: string, clientY: number): number {
  const others = [...list.children].filter((row) => (row as HTMLElement).dataset['key'] !== key);
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return clientY > top + height / 2;
  }).length;
}
