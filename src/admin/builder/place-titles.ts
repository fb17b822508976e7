// What people call a place of a definition: the element or rule, and the property of it.
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { hasText, useTexts } from '../texts.ts';
import { elementTitle } from './outline/outline-line.tsx';
import { elementAt, rootPath } from './tree/element-tree.ts';

const texts = {
  en: {
    root: 'Form',
    emails: 'Email {number} after sending',
    ui: 'Page {number} after sending',
    renders: 'PDF {number} after sending',
    templates: 'PDF layout {number}',
    relevant: 'when it is shown',
    readonly: 'when it is read-only',
    reqValidator: 'when it must be filled',
    validators: 'a rule for its answer',
    options: 'its options',
    eq: 'its calculation',
    initialValue: 'its initial value',
    text: 'its text',
    html: 'its text',
    label: 'its label',
    name: 'its name',
    tabs: 'when a page is shown',
    children: 'what is in it',
    if: 'when it happens',
    to: 'who gets it',
    replyTo: 'who answers go to',
    subject: 'its subject',
    redirectOptions: 'its address',
    url: 'its address',
  },
  he: {
    root: 'הטופס',
    emails: 'דוא״ל {number} אחרי השליחה',
    ui: 'דף {number} אחרי השליחה',
    renders: 'PDF {number} אחרי השליחה',
    templates: 'תצוגת PDF {number}',
    relevant: 'מתי מוצג',
    readonly: 'מתי לקריאה בלבד',
    reqValidator: 'מתי חובה למלא',
    validators: 'כלל לתשובה',
    options: 'האפשרויות',
    eq: 'החישוב',
    initialValue: 'הערך ההתחלתי',
    text: 'הטקסט',
    html: 'הטקסט',
    label: 'התווית',
    name: 'השם',
    tabs: 'מתי דף מוצג',
    children: 'מה שבתוכו',
    if: 'מתי זה קורה',
    to: 'מי מקבל',
    replyTo: 'למי עונים',
    subject: 'הנושא',
    redirectOptions: 'הכתובת',
    url: 'הכתובת',
  },
} as const;

type Key = keyof (typeof texts)['en'];

/** Of an element, a rule after sending, or whatever else the path leads to. */
export function usePlaceTitle(): (definition: FormDefinition, path: string) => string {
  const t = useTexts(texts);
  return (definition, path) => {
    const element = elementAt(definition, path);
    if (path === rootPath) return element?.label?.trim() || t('root');
    if (element !== undefined) return elementTitle(element);
    const [, list, number] = /(?:^|\.)(emails|ui|renders|templates)\.(\d+)/.exec(path) ?? [];
    return list === undefined ? path : t(list as Key, { number: Number(number) + 1 });
  };
}

/** `validators.0.value` is a rule for the answer. What has no name here is called as it is written. */
export function usePropertyTitle(): (property: string) => string {
  const t = useTexts(texts);
  return (property) => {
    const [first = ''] = property.split('.');
    return hasText(texts, first) ? t(first) : property;
  };
}
