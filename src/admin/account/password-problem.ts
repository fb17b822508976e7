// What is wrong with a new password, as the API names it: request checks are always English there, the page is not.
import { ApiError } from '../../client/call-api.ts';
import type { Locale } from '../page-data.ts';
import { hasText, translator } from '../texts.ts';

const texts = {
  en: {
    passwordBlank: 'Please choose a password that is not blank.',
    passwordTooCommon: 'This is one of the most common passwords. Please choose another.',
    passwordIsOwnName: 'Please choose a password that is not the email or the name.',
    passwordUnchanged: 'Please choose a password that differs from the current one.',
  },
  he: {
    passwordBlank: 'יש לבחור סיסמה שאינה רק רווחים.',
    passwordTooCommon: 'זו אחת הסיסמאות הנפוצות ביותר. יש לבחור אחרת.',
    passwordIsOwnName: 'יש לבחור סיסמה שאינה הדואר האלקטרוני או השם.',
    passwordUnchanged: 'יש לבחור סיסמה ששונה מן הנוכחית.',
  },
} as const;

/** Undefined when the error is about something else. */
export function passwordProblem(error: unknown, locale: Locale): string | undefined {
  const situation = error instanceof ApiError ? error.situation : null;
  return situation !== null && hasText(texts, situation) ? translator(texts, locale)(situation) : undefined;
}
