// What is wrong with a new password, as the API names it: request checks are always English there, the page is not.
import { ApiError } from '../../client/call-api.ts';
import type { Locale } from '../page-data.ts';
import { hasText, translator } from '../texts.ts';

/** Undefined when the error is about something else. */
export function passwordProblem(error: unknown, locale: Locale): string | undefined {
  const situation = error instanceof ApiError ? error.situation : null;
  return situation !== null && hasText('shell/passwordProblem', situation)
    ? translator('shell/passwordProblem', locale)(situation)
    : undefined;
}
