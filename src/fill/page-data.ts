// What the server put into the page.
import type { FillPageData } from '../api-types/page-data.ts';

export type PageData = FillPageData;

export function readPageData(): PageData {
  return JSON.parse(document.getElementById('page')?.textContent ?? '{}') as PageData;
}
