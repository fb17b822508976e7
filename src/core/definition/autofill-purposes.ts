// What a field may ask about the person who fills a form, in the words of HTML's `autocomplete` (WCAG 2.2 1.3.5), and which of them
// a field most probably asks when its owner does not say. [forms.elements.autocomplete]
import type { Element } from './form-definition.ts';

export const autofillPurposes: ReadonlySet<string> = new Set(
  (
    'off name honorific-prefix given-name additional-name family-name honorific-suffix nickname username organization-title ' +
    'organization street-address address-line1 address-line2 address-line3 address-level4 address-level3 address-level2 ' +
    'address-level1 country country-name postal-code language bday bday-day bday-month bday-year sex url photo tel ' +
    'tel-country-code tel-national tel-area-code tel-local tel-extension email impp'
  ).split(' '),
);

export function isAutofillPurpose(value: unknown): boolean {
  return typeof value === 'string' && autofillPurposes.has(value);
}

/** Whole names and labels, letters alone: `first_name`, `First name:`. Others than the person are never guessed. */
const words: readonly (readonly [purpose: string, pattern: RegExp])[] = [
  ['given-name', /^(?:your)?(?:first|given|fore)names?$|^(?:ה?שםה?פרטי|שםפרטישלך)$/],
  ['family-name', /^(?:your)?(?:last|family|sur)names?$|^(?:ה?שםה?משפחה|שםמשפחהשלך)$/],
  [
    'name',
    /^(?:your)?(?:full|whole)?name$|^(?:ה?שםה?מלא|ה?שם|השםשלך|שמך|שמךהמלא|שםושםמשפחה|שםפרטיומשפחה|שםפרטיושםמשפחה)$/,
  ],
  [
    'email',
    /^(?:your)?e?mail(?:address)?$|^(?:ה?דואר(?:ה?אלקטרוני)?|ה?דואל|ה?מייל|ה?אימייל|כתובת(?:ה?מייל|ה?אימייל|ה?דואל|דואראלקטרוני))(?:שלך)?$/,
  ],
  [
    'tel',
    /^(?:your)?(?:tel|(?:tele|mobile|cell|cellular|home|contact)?phone|mobile|cellphone)(?:no|number)?$|^(?:מספר)?ה?(?:טלפון|נייד|סלולרי|פלאפון)(?:נייד|סלולרי|ליצירתקשר|שלך)?$/,
  ],
  ['postal-code', /^(?:zip|post(?:al)?)(?:code)?$|^ה?מיקוד$/],
  ['address-level2', /^(?:your)?(?:city|town)(?:ortown)?$|^(?:ה?עיר|ה?יישוב|ה?ישוב|עירמגורים|עיריישוב)$/],
  ['country-name', /^country(?:name|ofresidence)?$|^(?:ה?מדינה|ה?ארץ|ארץמגורים|מדינתמגורים)$/],
  [
    'street-address',
    /^(?:your)?(?:(?:home|street|postal|mailing)?address|street(?:andnumber)?)$|^(?:ה?כתובת(?:מגורים|מלאה|למשלוח|הבית|שלך)?|רחוב(?:ומספר(?:בית)?)?)$/,
  ],
  ['bday', /^(?:your)?(?:dob|birth(?:day|date)|dateofbirth)$|^(?:תאריךה?לידה|יוםהולדת)(?:שלך)?$/],
  ['organization', /^(?:your)?(?:company|organi[sz]ation|employer)(?:name)?$|^(?:שם)?ה?(?:חברה|ארגון)$/],
];

/** Only for text, dates and lists of one choice: browsers fill nothing else. */
export function guessPurpose({ type, name, label = '', typeValidator, options }: Element): string | undefined {
  const isText = (type === 'fInput' || type === 'fLngTxt') && typeValidator === undefined;
  const isList = type === 'fSelect' && options !== undefined;
  const isDate = type === 'fDate' && typeof typeValidator !== 'object';
  if (!isText && !isList && !isDate) return undefined;
  for (const text of [label, name]) {
    if (typeof text !== 'string' || text.length > 60) continue;
    const plain = text.toLowerCase().replace(/[^\p{L}]/gu, '');
    const found = words.find(([, pattern]) => pattern.test(plain))?.[0];
    if (found !== undefined) return fits(found, { isList, isDate }) ? found : undefined;
  }
  return undefined;
}

function fits(purpose: string, { isList, isDate }: { isList: boolean; isDate: boolean }): boolean {
  if (isDate) return purpose === 'bday';
  return isList ? purpose === 'country-name' : purpose !== 'bday';
}
