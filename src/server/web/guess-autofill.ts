// What the browser may fill in for the person, guessed here so that the page need not know any names. Rows are left out: they are
// about others. [forms.elements.autocomplete]
import type { Element } from '../../core/definition/form-definition.ts';
import { autofillByKind } from '../../fields/all/server/autofill.ts';
import { kindOfType } from '../../fields/element-types.ts';

/** Who is asked more than this is not asked for a name. */
const maxGuesses = 1000;

export function guessAutofill(root: Element | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  let looked = 0;
  const look = (element: unknown, path: string): void => {
    if (Array.isArray(element)) {
      for (const [at, one] of element.entries()) look(one, `${path}.${at}`);
      return;
    }
    if (typeof element !== 'object' || element === null || looked >= maxGuesses) return;
    const one = element as Element;
    if (one.type === 'cRepeat') return;
    if (one.children !== undefined) look(one.children, `${path}.children`);
    else if (one.autocomplete === undefined) {
      looked += 1;
      const purpose = guessPurpose(one);
      if (purpose !== undefined) found[path] = purpose;
    }
  };
  look(root, 'formSchema.rootElem');
  return found;
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

export function guessPurpose(element: Element): string | undefined {
  const { type, name, label = '' } = element;
  const kind = kindOfType(type);
  const isFilled = kind && autofillByKind[kind];
  if (isFilled === undefined) return undefined;
  for (const text of [label, name]) {
    if (typeof text !== 'string' || text.length > 60) continue;
    const plain = text.toLowerCase().replace(/[^\p{L}]/gu, '');
    const found = words.find(([, pattern]) => pattern.test(plain))?.[0];
    if (found !== undefined) return isFilled(element, found) ? found : undefined;
  }
  return undefined;
}
