// Emails to begin with under "More": a note to the owner with the answers, thanks to the person, and the entry as JSON for a program.

import type { EmailRule } from '../../../core/form-definition.ts';
import type { Locale } from '../../../core/locale.ts';
import type { ExpressionNames } from '../expressions/expression-names.ts';
import { startingConfirm } from './card-rules.ts';

export type Recipe = 'notice' | 'thanks' | 'json' | 'empty';

const words = {
  en: {
    subject: 'New entry {{ data.entry.idx }}: {{ data.form.displayName }}',
    open: 'Open the entry: {{ data.entry.editUrl }}',
  },
  he: {
    subject: 'רשומה חדשה {{ data.entry.idx }}: {{ data.form.displayName }}',
    open: 'פתיחת הרשומה: {{ data.entry.editUrl }}',
  },
} as const;

/** [after-actions.no-webhooks] Delivers the entry's id and data as JSON; empty fields are null. */
export const jsonBody = '{{ { entryId: data.entry.id, data: model } | json }}';

/** `owner` is the address of whoever is making the form. The answers are always those that the form asks for. */
export function emailRecipe(recipe: Recipe, names: ExpressionNames, locale: Locale, owner: string): EmailRule {
  const w = words[locale];
  switch (recipe) {
    case 'notice':
      return { to: [owner], subject: w.subject, text: `{{ allAnswers }}\n\n${w.open}` };
    case 'thanks': {
      const { card: _, ...rule } = startingConfirm(names, locale);
      return rule;
    }
    case 'json':
      return { to: [], subject: 'entry {{ data.entry.id }}', text: jsonBody };
    case 'empty':
      return { to: [], subject: '', text: '' };
  }
}
