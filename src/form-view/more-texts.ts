// What the questions of question-kinds.ts say, in English and Hebrew: it comes with them.

import type { Locale } from '../core/locale/locale.ts';
import { fillText } from '../core/text/fill-text.ts';

const en = {
  other: 'Other',
  otherText: 'Your answer for “{0}”',
  otherMissing: 'Type your answer for “{0}”, or take the choice back.',
  rankHint: 'Drag, or use the arrows: the first matters most.',
  keepOrder: 'This is my order',
  moveUp: 'Move {0} up',
  moveDown: 'Move {0} down',
  place: '{0}: place {1} of {2}',
  noPlace: 'not ranked yet',
  clearOrder: 'Clear the order',
  unanswered: 'Not answered yet',
  country: 'Country of the phone number',
  phoneImpossible: 'Numbers of {0} do not look like this. Check the number, and its country.',
};

const he: Readonly<Record<keyof typeof en, string>> = {
  other: 'אחר',
  otherText: 'התשובה שלך עבור ”{0}“',
  otherMissing: 'יש להקליד תשובה עבור ”{0}“, או לבטל את הבחירה.',
  rankHint: 'אפשר לגרור או להשתמש בחצים: הראשון הוא החשוב ביותר.',
  keepOrder: 'זה הסדר שלי',
  moveUp: 'הזזת {0} למעלה',
  moveDown: 'הזזת {0} למטה',
  place: '{0}: מקום {1} מתוך {2}',
  noPlace: 'עוד לא דורג',
  clearOrder: 'ניקוי הסדר',
  unanswered: 'עוד לא נענה',
  country: 'המדינה של מספר הטלפון',
  phoneImpossible: 'מספרים של {0} אינם נראים כך. כדאי לבדוק את המספר ואת המדינה.',
};

export type MoreTexts = (key: keyof typeof en, ...values: (string | number)[]) => string;

export function moreTexts(locale: Locale): MoreTexts {
  return (key, ...values) => fillText({ en, he }[locale][key], values);
}
