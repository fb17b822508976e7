// What the page itself says, in English; Hebrew is in texts-he.ts. Messages about values are core's (locale-messages.ts), but
// for those that page-words.ts replaces. Rich fields bring their own words: fields/rich-texts.ts.

import type { Locale } from '../core/locale/locale.ts';
import { englishPageWords } from '../core/locale/page-words.ts';
import { fillText } from '../core/text/fill-text.ts';
import { englishWords } from '../print/words-en.ts';
import { importPart } from './import-part.ts';

const en = {
  required: 'required',
  choose: 'Choose…',
  clear: 'Clear',
  yes: englishWords.yes,
  no: englishWords.no,
  addRow: 'Add a row',
  addNamed: 'Add {0}',
  addTo: 'Add to {0}',
  removeRow: 'Remove row {0}',
  removeNamed: 'Remove {0}',
  row: 'Row {0}',
  rowLimit: 'At most {0} row[|s].',
  rowRemoved: 'Row {0} was removed',
  namedRemoved: '{0} was removed',
  undo: 'Undo',
  nextTab: 'Next',
  tabProblem: 'has errors',
  retry: 'Try again',
  stars: englishWords.rate,
  ...englishPageWords,
};

export type ViewTextKey = keyof typeof en;
export type ViewTexts = (key: ViewTextKey, ...values: (string | number)[]) => string;

/** A page loads the language it speaks. */
export async function loadViewTexts(locale: Locale): Promise<ViewTexts> {
  return viewTexts(locale === 'he' ? (await importPart(() => import('./hebrew.ts'))).hebrewTexts : en);
}

function viewTexts(texts: Readonly<Record<ViewTextKey, string>>): ViewTexts {
  return (key, ...values) => fillText(texts[key], values);
}
