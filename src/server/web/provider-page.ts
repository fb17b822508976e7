// The pages around a sign-in by the identity provider: it worked, or why it did not and what to do. [identity.provider.refused]
import type { Locale } from '../../core/locale/locale.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import { escapeHtml } from '../html/escape-html.ts';
import type { ProviderRefusal } from '../identity/provider/provider-user.ts';
import { pageShell } from './page-shell.ts';

/** `expired`: there is no sign-in under way in this browser that the provider's response belongs to. */
export type ProviderProblem =
  | ProviderRefusal
  | 'unproved'
  | 'unprovedNoMail'
  | 'away'
  | 'cancelled'
  | 'failed'
  | 'expired';

export interface ProblemPage {
  readonly problem: ProviderProblem;
  /** Of the provider. */
  readonly name: string;
  readonly again: string;
}

export function providerProblemPage(locale: Locale, { problem, name, again }: ProblemPage): string {
  const text = pagesWords[locale].provider;
  const words = escapeHtml(text[problem]).replaceAll('{name}', `<bdi>${escapeHtml(name)}</bdi>`);
  return pageShell(
    { locale, title: text.title },
    `<p class="mark">Formstead</p>
<h1>${text.title}</h1>
<div class="card">
<p role="alert">${words}</p>
<p><a class="button" href="${escapeHtml(again)}">${text.again}</a></p>
<p class="last"><a href="/admin/?locale=${locale}">${text.other}</a></p>
</div>`,
  );
}

/**
 * A page, not a redirect: what another site led to brings no SameSite=Strict cookies, neither at the redirects that follow.
 * From a page of ours the browser brings the session.
 */
export function signedInPage(locale: Locale, next: string): string {
  return passingPage(locale, pagesWords[locale].provider.inTitle, next);
}

/** A page of ours that opens `next` by itself. */
export function reopeningPage(locale: Locale, next: string): string {
  return passingPage(locale, pagesWords[locale].provider.opening, next);
}

function passingPage(locale: Locale, title: string, next: string): string {
  return pageShell(
    { locale, title, next },
    `<p class="mark">Formstead</p>
<h1>${title}</h1>
<p><a class="button" href="${escapeHtml(next)}">${pagesWords[locale].provider.go}</a></p>`,
  );
}

/** For whoever signed in again beside a page with unsaved work. */
export function signedInBesidePage(locale: Locale): string {
  const { inTitle, close } = pagesWords[locale].provider;
  return pageShell({ locale, title: inTitle }, `<p class="mark">Formstead</p>\n<h1>${inTitle}</h1>\n<p>${close}</p>`);
}
