// Texts that count things, in the forms of their language. `[one|many]`, or in Hebrew `[one|two|many]`, follows the value
// called `count`; numbers are written as the language writes them. What the fill page says needs less: fill-text.ts.

import { fillText, type NamedValues } from './fill-text.ts';

export type CountText = (text: string, values: NamedValues) => string;

export function countTexts(locale: string): CountText {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  return (text, values) => {
    const { count } = values;
    const category = typeof count === 'number' ? plurals.select(count) : 'other';
    const chosen = text.replace(/\[([^[\]]*\|[^[\]]*)]/g, (_, forms: string) => formOf(forms.split('|'), category));
    const written = Object.entries(values).map(([name, value]) => {
      return [name, typeof value === 'number' ? numbers.format(value) : value];
    });
    return fillText(chosen, Object.fromEntries(written) as NamedValues);
  };
}

function formOf(forms: readonly string[], category: Intl.LDMLPluralRule): string {
  if (category === 'one') return forms[0]!;
  return category === 'two' && forms.length > 2 ? forms[1]! : forms.at(-1)!;
}
