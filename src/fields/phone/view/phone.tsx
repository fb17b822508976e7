// A phone number: the country with its calling code, and the number as people write it at home. What is stored works from everywhere;
// a whole number that is typed or pasted chooses its country by itself. One that its country does not have is asked about.
// [fill-links.phone]
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { phoneCountryOf } from '../../../core/locale/locale-facts.ts';
import { controlAttributes, textOf, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { importPart } from '../../../form-view/import-part.ts';
import { moreTexts } from '../../../form-view/more-texts.ts';
import { callingCode, callingCountries, countryOfNumber, readPhone } from '../calling-codes.ts';

type Plans = typeof import('./phone-check.tsx');

export function PhoneField(props: FieldProps) {
  const { element, id, value, onChange, isReadonly, locale, host } = props;
  const stored = typeof value === 'string' ? value : '';
  const usual = element.phoneCountry ?? usualCountries(locale)[0]!;
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const country = (stored && countryOfNumber(stored, chosen ?? usual)) || (chosen ?? usual);
  // What was typed stays as it is as long as it means the value.
  const [typed, setTyped] = useState(() => host.unfinished()[0] ?? '');
  const isNumber = stored.startsWith('+');
  const plans = usePlans(isNumber, host);
  const shown =
    typed !== '' && meaningOf(typed, country) === value
      ? typed
      : atHome(stored, country, plans?.readPlan(stored).national);
  const names = useMemo(() => countryNames(locale), [locale]);
  const take = (number: string) => {
    setChosen(countryOfNumber(number, country));
    setTyped('');
    onChange(number);
  };
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
  const Check = isNumber && plans?.PhoneCheck;
  const pair = (
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
  return (
    <>
      {pair}
      {Check && (
        <Check
          {...props}
          number={stored}
          typed={shown === typed ? typed : ''}
          country={new Map(names).get(country)!}
          likely={[usual, ...usualCountries(locale)]}
          onTake={take}
        />
      )}
    </>
  );
}

/** A send waits for them; without their code no number is asked about. */
function usePlans(isNeeded: boolean, host: FieldProps['host']): Plans | undefined {
  const [plans, setPlans] = useState<Plans>();
  useLayoutEffect(() => {
    if (!isNeeded || plans !== undefined) return;
    void host.track(importPart(() => import('./phone-check.tsx')).then(setPlans, () => {}));
  }, [isNeeded]);
  return plans;
}

function meaningOf(text: string, country: string): JsonValue | undefined {
  return readPhone(text, country) ?? (text || undefined);
}

/** As it is written at home, where that is read as the same number again. A text that is not a number is shown as it is. */
function atHome(stored: string, country: string, national = ''): string {
  return readPhone(national, country) === stored ? national : withoutCode(stored, country);
}

function withoutCode(stored: string, country: string): string {
  const code = `+${callingCode(country)}`;
  return stored.startsWith(code) ? stored.slice(code.length) : stored;
}

/** Where the device is at home, the likeliest first. */
function usualCountries(locale: FieldProps['locale']): string[] {
  const ofLanguages = (navigator.languages ?? [navigator.language]).map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1] ?? '');
  return [...ofLanguages.filter(callingCode), phoneCountryOf(locale) ?? 'US'];
}

function countryNames(locale: FieldProps['locale']): [code: string, name: string][] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return callingCountries
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => compare(one, other));
}
