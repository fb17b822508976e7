// How much of a text's maximum length is used. Seen all the time, spoken when the field is entered and near the end. [fill-links.counter]
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import type { ViewTexts } from '../../../form-view/texts.ts';

export interface CounterProps {
  readonly id: string;
  readonly value: JsonValue | undefined;
  readonly most: number;
  readonly texts: ViewTexts;
}

/** From here on each step of ten is spoken, and each of the last ten. */
const nearTheEnd = 50;

export function Counter({ id, value, most, texts }: CounterProps) {
  // As the rule counts: a character outside the basic plane is one.
  const used = value === undefined ? 0 : [...String(value)].length;
  const left = most - used;
  const isSpoken = used > 0 && left <= nearTheEnd && (left <= 10 || left % 10 === 0);
  return (
    <div class={left < 0 ? 'counter over' : 'counter'}>
      <span id={`${id}-count`}>
        <span aria-hidden="true" dir="ltr">
          {used} / {most}
        </span>
        <span class="visually-hidden">{texts('charactersOf', used, most)}</span>
      </span>
      <span class="visually-hidden" role="status">
        {isSpoken && texts(left < 0 ? 'charactersOver' : 'charactersLeft', Math.abs(left))}
      </span>
    </div>
  );
}
