// The one-time page that makes the first user: /admin/setup?token=... . [identity.setup]
import type { Locale } from '../../core/locale/locale.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import type { PasswordProblem } from '../base/errors.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { pageShell } from './page-shell.ts';

export interface SetupForm {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly problem?: 'badEmail' | 'badPassword' | Exclude<PasswordProblem, 'passwordUnchanged'> | undefined;
}

export function setupPage(locale: Locale, form: SetupForm): string {
  const text = pagesWords[locale].setup;
  const problem = form.problem === undefined ? '' : `<p class="error" role="alert">${text[form.problem]}</p>`;
  return pageShell(
    { locale, title: text.title },
    `<p class="mark">Formstead</p>
<h1>${text.title}</h1>
<p>${text.intro}</p>
<form method="post" action="/admin/setup">
${problem}
<input type="hidden" name="token" value="${escapeHtml(form.token)}">
<label>${text.name} <small>${text.optional}</small><input name="name" autocomplete="name" maxlength="200" value="${escapeHtml(form.name)}"></label>
<label>${text.email}<input name="email" type="email" autocomplete="username" required dir="ltr" maxlength="320" value="${escapeHtml(form.email)}"></label>
<label>${text.password} <small>${text.passwordHint}</small><input name="password" type="password" autocomplete="new-password" required dir="ltr" minlength="8" maxlength="1024"></label>
<button>${text.send}</button>
</form>`,
  );
}

export function setupUsedPage(locale: Locale): string {
  const { usedTitle, used } = pagesWords[locale].setup;
  return noticePage(locale, { title: usedTitle, text: used });
}

export function setupTriesPage(locale: Locale): string {
  const { triesTitle, tries } = pagesWords[locale].setup;
  return noticePage(locale, { title: triesTitle, text: tries });
}

function noticePage(locale: Locale, { title, text }: { title: string; text: string }): string {
  return pageShell(
    { locale, title },
    `<p class="mark">Formstead</p>
<h1>${title}</h1>
<p>${text}</p>`,
  );
}
