// Emails to begin with: a note to the owner with the answers, thanks to the person, and the entry as JSON for a program.

import type { EmailRule } from '../../../core/form-definition.ts';
import { directionOf, type Locale } from '../../../core/locale.ts';
import type { ExpressionNames, KnownName } from '../expressions/expression-names.ts';

export type Recipe = 'notice' | 'thanks' | 'json' | 'empty';

const words = {
  en: {
    subject: 'New entry {{ data.entry.idx }}: {{ data.form.displayName }}',
    open: 'Open the entry: {{ data.entry.editUrl }}',
    thanksSubject: 'Thank you: {{ data.form.displayName }}',
    dear: 'Hello',
    thanks: 'Thank you. We received your answers.',
    given: 'What you sent us:',
    yes: 'Yes',
    no: 'No',
  },
  he: {
    subject: 'רשומה חדשה {{ data.entry.idx }}: {{ data.form.displayName }}',
    open: 'פתיחת הרשומה: {{ data.entry.editUrl }}',
    thanksSubject: 'תודה: {{ data.form.displayName }}',
    dear: 'שלום',
    thanks: 'תודה. התשובות התקבלו.',
    given: 'מה שנשלח אלינו:',
    yes: 'כן',
    no: 'לא',
  },
} as const;

/** [after-actions.no-webhooks] Delivers the entry's id and data as JSON; empty fields are null. */
export const jsonBody = '{{ { entryId: data.entry.id, data: model } | json }}';

/** `owner` is the address of whoever is making the form. */
export function emailRecipe(recipe: Recipe, names: ExpressionNames, locale: Locale, owner: string): EmailRule {
  const w = words[locale];
  switch (recipe) {
    case 'notice':
      return { to: [owner], subject: w.subject, text: `${answerLines(names, locale).join('\n')}\n\n${w.open}` };
    case 'thanks': {
      const filler = findEmail(names);
      const to = filler === undefined ? [] : [`{{ ${filler.text} }}`];
      const rows = printable(names, locale).map(
        ({ label, text }) => `  <tr><td>${escapeHtml(label)}</td><td>{{ ${text} }}</td></tr>`,
      );
      const table = rows.length === 0 ? '' : `\n<p>${w.given}</p>\n<table>\n${rows.join('\n')}\n</table>`;
      const direction = directionOf(locale) === 'rtl' ? ' dir="rtl"' : '';
      return {
        ...(filler !== undefined && { if: `${filler.text} != null` }),
        to,
        subject: w.thanksSubject,
        html: `<div${direction}>\n<p>${w.dear},</p>\n<p>${w.thanks}</p>${table}\n</div>`,
      };
    }
    case 'json':
      return { to: [], subject: 'entry {{ data.entry.id }}', text: jsonBody };
    case 'empty':
      return { to: [], subject: '', text: '' };
  }
}

function answerLines(names: ExpressionNames, locale: Locale): string[] {
  return printable(names, locale).map(({ label, text }) => {
    const asked = label.replaceAll('{{', '\\{\\{').replaceAll('}}', '\\}\\}');
    return `${asked}${/[?:.!]$/.test(label.trimEnd()) ? '' : ':'} {{ ${text} }}`;
  });
}

/** What reads well as text; files print as JSON, which people do not read. */
function printable({ fields }: ExpressionNames, locale: Locale): KnownName[] {
  const kinds = ['text', 'number', 'bool', 'date', 'choice', 'multi-choice', 'rate', 'rows'];
  return fields
    .filter(({ kind, path }) => path[0] === 'model' && kinds.includes(kind))
    .map((name) => ({ ...name, text: readable(name, locale) }));
}

function readable({ kind, mode, text }: KnownName, locale: Locale): string {
  if (kind === 'date' && mode === 'd') return `${text} | date:'dd/MM/yyyy'`;
  if (kind === 'bool') return `${text} ? '${words[locale].yes}' : '${words[locale].no}'`;
  // How many there are; what is in them is read in the entry.
  return kind === 'rows' ? `${text}.length` : text;
}

function findEmail({ fields }: ExpressionNames): KnownName | undefined {
  const texts = fields.filter(({ kind, path }) => kind === 'text' && path[0] === 'model');
  return texts.find(({ path, label }) => /e-?mail|דוא|מייל/i.test(`${path.at(-1)} ${label}`));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('{{', '\\{\\{')
    .replaceAll('}}', '\\}\\}');
}
