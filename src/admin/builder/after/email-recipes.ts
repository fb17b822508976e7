// Emails to begin with under "More": a note to the owner with the answers, thanks to the person, and the entry as JSON for a program.

import type { EmailRule } from '../../../core/definition/form-definition.ts';
import { directionOf, type Locale } from '../../../core/locale/locale.ts';
import type { ExpressionNames } from '../expressions/expression-names.ts';
import { startingConfirm, startingNotify } from './card-rules.ts';
import { emailBody } from './message/message-html.ts';

export type Recipe = 'notice' | 'thanks' | 'json' | 'empty';

/** [after-actions.no-webhooks] Delivers the entry's id and data as JSON; empty fields are null. */
export const jsonBody = '{{ { entryId: data.entry.id, data: model } | json }}';

/** `owner` is the address of whoever is making the form. The answers are always those that the form asks for. */
export function emailRecipe(
  recipe: Recipe,
  names: ExpressionNames,
  locale: Locale,
  look: { owner: string; color: string },
): EmailRule {
  switch (recipe) {
    case 'notice':
      return withoutCard(startingNotify(names, locale, look));
    case 'thanks':
      return withoutCard(startingConfirm(names, locale));
    case 'json':
      return { to: [], subject: 'entry {{ data.entry.id }}', text: jsonBody };
    case 'empty':
      return { to: [], subject: '', html: emailBody('', directionOf(locale)) };
  }
}

function withoutCard({ card: _, ...rule }: EmailRule): EmailRule {
  return rule;
}
