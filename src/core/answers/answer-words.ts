// What the service itself says in a list of answers, in the form's language.
import type { InLocales } from '../locale/locale.ts';

const en = {
  yes: 'Yes',
  no: 'No',
  signed: 'Signed',
  rate: '{0} of {1}',
  none: 'No answers.',
  cut: 'There is more: the rest is too long to be shown here.',
};

export type AnswerWords = Readonly<Record<keyof typeof en, string>>;

export const answerWords: InLocales<AnswerWords> = {
  en,
  he: {
    yes: 'כן',
    no: 'לא',
    signed: 'נחתם',
    rate: '{0} מתוך {1}',
    none: 'אין תשובות.',
    cut: 'יש עוד: ההמשך ארוך מכדי להציג אותו כאן.',
  },
};
