// What a list of all answers says besides them, in the form's language.
import type { InLocales } from '../core/locale/locale.ts';

export const listWords: InLocales<{ readonly none: string; readonly cut: string }> = {
  en: { none: 'No answers.', cut: 'There is more: the rest is too long to be shown here.' },
  he: { none: 'אין תשובות.', cut: 'יש עוד: ההמשך ארוך מכדי להציג אותו כאן.' },
};
