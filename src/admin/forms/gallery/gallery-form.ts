// What the starting forms share. Their texts are in gallery.json of src/words.
import type {
  Element,
  ElementOf,
  EmailRule,
  FormDefinition,
  OptionItem,
} from '../../../core/definition/form-definition.ts';
import type { Locale } from '../../page-data.ts';
import { type TextKey, type Translate, translator } from '../../texts.ts';

/** The text in the form's language. */
export type PickText = Translate<TextKey<'gallery/form'>>;

/** `owner` is the address that is told about entries; a form made without one tells nobody. */
export type MakeForm = (text: PickText, owner: string) => FormDefinition;

export function makeFromGallery(make: MakeForm, { locale, owner }: { locale: Locale; owner: string }): FormDefinition {
  const form = make(translator('gallery/form', locale), owner);
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

export function emailField(text: PickText, more: Partial<ElementOf<'fInput'>> = {}): Element {
  const label = text('email');
  return { type: 'fInput', name: 'email', label, validators: ['str/email'], ...more };
}

/** Loose on purpose: numbers are written in many ways, and a wrong rule sends people away. */
export function phoneField(text: PickText, more: Partial<ElementOf<'fInput'>> = {}): Element {
  const message = text('pleaseGiveAWholePhone');
  const validators = [
    { type: 'str/minLength', value: 7, message },
    { type: 'str/maxLength', value: 25, message },
  ];
  return { type: 'fInput', name: 'phone', label: text('phone'), validators, ...more };
}

export function yesNo(text: PickText): readonly OptionItem[] {
  return [
    ['yes', text('yes')],
    ['no', text('no')],
  ];
}

/** A box that must be ticked: left alone it is empty, and sent as false it is refused too. */
export function mustAgree(text: PickText, field: { name: string; label: string }): Element {
  const message = text('thisIsNeededToGo');
  return {
    type: 'fBool',
    ...field,
    reqValidator: { message },
    validators: [{ type: 'expr', value: 'value', message }],
  };
}

/** Tells the owner what came in, with the way to the entry. */
export function tellOwner(
  text: PickText,
  email: { owner: string; subject: string; lines: readonly string[]; replyTo?: string },
): EmailRule {
  const { owner, subject, lines, replyTo } = email;
  const body = [...lines, '', text('theWholeEntry'), '{{ data.entry.editUrl }}'].join('\n');
  return { to: [owner], subject, text: body, ...(replyTo !== undefined && { replyTo: [replyTo] }) };
}
