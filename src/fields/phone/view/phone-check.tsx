// What a page says of a phone number that its country does not have, and below it the number that may have been meant, and a way to keep
// the one that was typed. Loaded, with what is known of numbers, for the first of them. [fill-links.phone]
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { moreTexts } from '../../../form-view/more-texts.ts';
import { callingCountries } from '../calling-codes.ts';
import { guessNumber, readPlan } from './phone-plans.ts';

export { readPlan };

export interface PhoneCheckProps extends Pick<FieldProps, 'id' | 'host' | 'isInvalid' | 'locale' | 'texts'> {
  /** As it is stored. */
  readonly number: string;
  /** As it was typed; empty where it was not typed here. */
  readonly typed: string;
  /** The name of its country. */
  readonly country: string;
  /** Where the device may be at home, the likeliest first. */
  readonly likely: readonly string[];
  readonly onTake: (number: string) => void;
}

export function PhoneCheck(props: PhoneCheckProps) {
  const { host, isInvalid, locale, number, typed, country } = props;
  // A number that cannot be is most often one of another country, or one that lacks digits: the person looks at both.
  const isOdd = typed !== '' && !readPlan(number).isUsual;
  useLayoutEffect(() => {
    host.setUnfinished(isOdd ? [typed] : [], moreTexts(locale)('phoneImpossible', country));
    return () => host.setUnfinished([]);
  }, [host, isOdd, typed, country]);
  return <div role="status">{isOdd && isInvalid && <PhoneOffer {...props} />}</div>;
}

function PhoneOffer({ id, number, typed, likely, locale, texts, onTake }: PhoneCheckProps) {
  const guess = useMemo(() => guessNumber(typed, [...likely, ...countriesOfClock()]), [typed]);
  const take = (wanted: string) => {
    document.getElementById(id)?.focus();
    onTake(wanted);
  };
  return (
    <p class="offer">
      {guess !== undefined && (
        <>
          <span id={`${id}-offer`}>
            {texts('offer')} <bdi dir="ltr">{readPlan(guess).international}</bdi>?
          </span>{' '}
          <button type="button" class="quiet" aria-describedby={`${id}-offer`} onClick={() => take(guess)}>
            {texts('takeOffer')}
          </button>{' '}
        </>
      )}
      {readPlan(number).isPossible && (
        <button type="button" class="quiet" onClick={() => take(number)}>
          {moreTexts(locale)('phoneRight')}
        </button>
      )}
    </p>
  );
}

/** Those that have the time zone of the device; none in a browser that does not know them. */
function countriesOfClock(): readonly string[] {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return callingCountries.filter((country) => {
    const zones = new Intl.Locale(`und-${country}`) as { timeZones?: string[]; getTimeZones?: () => string[] };
    return (zones.getTimeZones?.() ?? zones.timeZones)?.includes(timeZone);
  });
}
