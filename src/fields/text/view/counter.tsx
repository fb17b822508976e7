// How much of a text's maximum length is used. Seen all the time, spoken when the field is entered and near the end. [fill-links.counter]
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import type { Locale } from '../../../core/locale/locale.ts';

export interface CounterProps {
  readonly id: string;
  readonly value: JsonValue | undefined;
  readonly most: number;
  readonly locale: Locale;
}

const words = {
  en: {
    of: '{0} of {1} characters',
    left: ['1 character left', '{0} characters left'],
    over: ['1 character too many', '{0} characters too many'],
  },
  he: {
    of: '{0} מתוך {1} תווים',
    left: ['נשאר תו אחד', 'נשארו {0} תווים'],
    over: ['תו אחד יותר מדי', '{0} תווים יותר מדי'],
  },
} as const;

/** From here on each step of ten is spoken, and each of the last ten. */
const nearTheEnd = 50;

export function Counter({ id, value, most, locale }: CounterProps) {
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
        <span class="visually-hidden">
          {words[locale].of.replace('{0}', String(used)).replace('{1}', String(most))}
        </span>
      </span>
      <span class="visually-hidden" role="status">
        {isSpoken && countWords(left, locale)}
      </span>
    </div>
  );
}

function countWords(left: number, locale: Locale): string {
  const [one, many] = words[locale][left < 0 ? 'over' : 'left'];
  return Math.abs(left) === 1 ? one : many.replace('{0}', String(Math.abs(left)));
}
