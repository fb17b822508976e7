// What the service itself writes in an export with labels, in the form's language.

import type { Locale } from '../../../core/locale/locale.ts';
import type { EntryStatus } from '../../../core/plan/entry-status.ts';
import { answersWords } from '../../../words/all/answers.ts';
import { exportWords } from '../../../words/all/server/export.ts';
import type { Texts } from '../../../words/words.ts';

type Words = Texts<(typeof answersWords)['en'] & (typeof exportWords)['en']>;

export interface TableWords extends Omit<Words, 'statuses' | 'properties'> {
  readonly statuses: Readonly<Record<EntryStatus, string>>;
  readonly properties: Readonly<Record<string, string>>;
}

export function tableWords(locale: Locale): TableWords {
  return { ...answersWords[locale], ...exportWords[locale] };
}
