// What a row of a repeat is called: "Guest 2" where the form says what one row is, else "Row 2". [fill-links.repeat]
import type { Element } from '../core/definition/form-definition.ts';
import type { ViewTexts } from './texts.ts';

type Repeat = Pick<Element, 'rowName'>;

export function rowTitle({ rowName }: Repeat, index: number, texts: ViewTexts): string {
  if (!rowName) return texts('row', index + 1);
  return `${rowName.replace(/^./u, (letter) => letter.toUpperCase())} ${index + 1}`;
}

export function rowRemoved(repeat: Repeat, index: number, texts: ViewTexts): string {
  if (!repeat.rowName) return texts('rowRemoved', index + 1);
  return texts('namedRemoved', rowTitle(repeat, index, texts));
}
