// Why a file could not be imported at all, in words for people.

import type { Locale } from '../core/locale/locale.ts';
import { textWriter } from '../core/text/fill-text.ts';
import { importWords } from '../words/all/import.ts';

export type ImportProblem = keyof (typeof importWords)['en']['problems'];

export class ImportFormError extends Error {
  readonly problem: ImportProblem;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(problem: ImportProblem, values: Readonly<Record<string, string | number>> = {}) {
    super(textWriter('en')(importWords.en.problems[problem], values));
    this.problem = problem;
    this.values = values;
  }
}

export function importProblemText({ problem, values }: ImportFormError, locale: Locale): string {
  return textWriter(locale)(importWords[locale].problems[problem], values);
}
