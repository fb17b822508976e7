// What the starting forms share. Each is written once, in both languages side by side: say('Name', 'שם').
import type { Element, EmailRule, FormDefinition, OptionItem } from '../../../core/form-definition.ts';
import type { Locale } from '../../page-data.ts';

/** The text in the form's language. */
export type Say = (en: string, he: string) => string;

/** `owner` is the address that is told about entries; a form made without one tells nobody. */
export type MakeForm = (say: Say, owner: string) => FormDefinition;

export function makeFromGallery(make: MakeForm, { locale, owner }: { locale: Locale; owner: string }): FormDefinition {
  const form = make((en, he) => ({ en, he })[locale], owner);
  const { postSubmit = {} } = form;
  const emails = postSubmit.emails?.filter(({ to }) => to?.some((address) => address !== ''));
  return { ...form, locale, postSubmit: { ...postSubmit, ...(emails && { emails }) } };
}

export function root(...children: readonly Element[]): FormDefinition['formSchema'] {
  return { rootElem: { type: 'cSection', name: 'root', children } };
}

/** Fields beside each other where there is room. */
export function row(name: string, ...fields: readonly Element[]): Element {
  return { type: 'cRow', name, children: fields.map((field) => [field]) };
}

export function emailField(say: Say, more: Partial<Element> = {}): Element {
  const label = say('Email', 'דואר אלקטרוני');
  return { type: 'fInput', name: 'email', label, validators: ['str/email'], ...more };
}

/** Loose on purpose: numbers are written in many ways, and a wrong rule sends people away. */
export function phoneField(say: Say, more: Partial<Element> = {}): Element {
  const message = say('Please give a whole phone number.', 'יש לרשום מספר טלפון מלא.');
  const validators = [
    { type: 'str/minLength', value: 7, message },
    { type: 'str/maxLength', value: 25, message },
  ];
  return { type: 'fInput', name: 'phone', label: say('Phone', 'טלפון'), validators, ...more };
}

export function yesNo(say: Say): readonly OptionItem[] {
  return [
    ['yes', say('Yes', 'כן')],
    ['no', say('No', 'לא')],
  ];
}

/** A box that must be ticked: left alone it is empty, and sent as false it is refused too. */
export function mustAgree(say: Say, field: { name: string; label: string }): Element {
  const message = say('This is needed to go on.', 'בלי אישור אי אפשר להמשיך.');
  return {
    type: 'fBool',
    ...field,
    reqValidator: { message },
    validators: [{ type: 'expr', value: 'value', message }],
  };
}

/** Tells the owner what came in, with the way to the entry. */
export function tellOwner(
  say: Say,
  email: { owner: string; subject: string; lines: readonly string[]; replyTo?: string },
): EmailRule {
  const { owner, subject, lines, replyTo } = email;
  const text = [...lines, '', say('The whole entry:', 'הרשומה המלאה:'), '{{ data.entry.editUrl }}'].join('\n');
  return { to: [owner], subject, text, ...(replyTo !== undefined && { replyTo: [replyTo] }) };
}
