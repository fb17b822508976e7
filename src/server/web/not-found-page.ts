// What a person sees at an address where there is nothing, a short link nobody made among them. [errors.not-found]
import type { Locale } from '../../core/locale/locale.ts';
import { pageShell } from './page-shell.ts';

const texts = {
  en: {
    title: 'Page not found',
    text: 'There is nothing at this address. Please check the link, or ask the person who sent it to you.',
  },
  he: {
    title: 'הדף לא נמצא',
    text: 'אין כלום בכתובת הזאת. כדאי לבדוק את הקישור, או לבקש אותו שוב ממי ששלח אותו.',
  },
};

export function notFoundPage(locale: Locale): string {
  const { title, text } = texts[locale];
  return pageShell({ locale, title }, `<p class="mark">Formstead</p>\n<h1>${title}</h1>\n<p>${text}</p>`);
}
