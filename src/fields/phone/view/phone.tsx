// A phone number: the country with its calling code, and the number as people write it at home. What is stored works from everywhere;
// a whole number that is typed or pasted chooses its country by itself. [fill-links.phone]
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { controlAttributes, textOf, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { moreTexts } from '../../../form-view/more-texts.ts';
import { callingCode, callingCountries, countryOfNumber, readPhone } from '../calling-codes.ts';
import { mayBePhone, writesZero } from '../phone-plans.ts';

export function PhoneField(props: FieldProps) {
  const { element, id, value, onChange, isReadonly, locale } = props;
  const stored = typeof value === 'string' ? value : '';
  const usual = element.phoneCountry ?? usualCountry(locale);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const country = (stored && countryOfNumber(stored, chosen ?? usual)) || (chosen ?? usual);
  // What was typed stays as it is as long as it means the value.
  const [typed, setTyped] = useState(() => props.host.unfinished()[0] ?? '');
  const shown = typed !== '' && meaningOf(typed, country) === value ? typed : atHome(stored, country);
  const names = useMemo(() => countryNames(locale), [locale]);
  // A number that cannot be is most often one of another country, or one that lacks digits: the person looks at both.
  const isImpossible = typed !== '' && shown === typed && stored !== '' && !mayBePhone(stored, country);
  const countryName = names.find(([code]) => code === country)?.[1] ?? country;
  useLayoutEffect(() => {
    props.host.setUnfinished(isImpossible ? [typed] : [], moreTexts(locale)('phoneImpossible', countryName));
    return () => props.host.setUnfinished([]);
  }, [props.host, isImpossible, typed, countryName]);
  const type = (text: string) => {
    setTyped(text);
    onChange(meaningOf(text, country));
  };
  const choose = (next: string) => {
    setChosen(next);
    if (shown === '') return;
    const text = /^\s*(?:\+|00)/.test(shown) ? withoutCode(stored, country) : shown;
    setTyped(text);
    onChange(meaningOf(text, next));
  };
  return (
    <div class="phone-pair" dir="ltr">
      <span class="phone-country">
        <span aria-hidden="true">
          {country} +{callingCode(country)}
        </span>
        <select
          class="control"
          dir="auto"
          aria-label={moreTexts(locale)('country')}
          aria-disabled={isReadonly || undefined}
          autoComplete="off"
          value={country}
          onChange={({ currentTarget }) => {
            if (isReadonly) currentTarget.value = country;
            else choose(currentTarget.value);
          }}
        >
          {names.map(([code, name]) => (
            <option key={code} value={code}>
              {name} (+{callingCode(code)})
            </option>
          ))}
        </select>
      </span>
      <input
        {...controlAttributes(props)}
        id={id}
        class="control"
        type="tel"
        inputMode="tel"
        autoComplete={element.autocomplete ?? props.purpose ?? 'tel'}
        dir="ltr"
        value={shown}
        {...typingEvents((event) => type(textOf(event) ?? ''))}
      />
    </div>
  );
}

function meaningOf(text: string, country: string): JsonValue | undefined {
  return readPhone(text, country) ?? (text || undefined);
}

/** As it is dialled at home. A text that is not a number is shown as it is. */
function atHome(stored: string, country: string): string {
  const national = withoutCode(stored, country);
  return national !== stored && writesZero.includes(country) && /^[2-9]/.test(national) ? `0${national}` : national;
}

function withoutCode(stored: string, country: string): string {
  const code = `+${callingCode(country)}`;
  return stored.startsWith(code) ? stored.slice(code.length) : stored;
}

/** Where the device is at home. */
function usualCountry(locale: FieldProps['locale']): string {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const region = /-([A-Z]{2})\b/.exec(tag)?.[1];
    if (region !== undefined && callingCode(region) !== undefined) return region;
  }
  return locale === 'he' ? 'IL' : 'US';
}

function countryNames(locale: FieldProps['locale']): [code: string, name: string][] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return callingCountries
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => compare(one, other));
}
