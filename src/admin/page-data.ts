// What the server put into the page.
import type { AdminPageData } from '../api-types/page-data.ts';

export type { Locale } from '../core/locale/locale.ts';
export type Theme = 'auto' | 'light' | 'dark';
export type PageData = AdminPageData;

export function readPageData(): PageData {
  return JSON.parse(document.getElementById('page')?.textContent ?? '{}') as PageData;
}
