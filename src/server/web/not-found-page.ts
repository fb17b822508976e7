// What a person sees at an address where there is nothing, a short link nobody made among them. [errors.not-found]
import type { Locale } from '../../core/locale/locale.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import { pageShell } from './page-shell.ts';

export function notFoundPage(locale: Locale): string {
  const { title, text } = pagesWords[locale].notFound;
  return pageShell({ locale, title }, `<p class="mark">Formstead</p>\n<h1>${title}</h1>\n<p>${text}</p>`);
}
