// Why a PDF could not be made: the owner's layout does not compile, or it hit a limit, or the process that made it failed or got no
// processor time.

import type { LayoutProblem } from './typst-job.ts';

export type PdfFailure = 'layout' | 'timeLimit' | 'memoryLimit' | 'process' | 'busy' | 'input';

export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly failure: PdfFailure;
  readonly problems: readonly LayoutProblem[];

  constructor(failure: PdfFailure, message: string, problems: readonly LayoutProblem[] = []) {
    super(message);
    this.failure = failure;
    this.problems = problems;
  }
}

export function layoutError(problems: readonly LayoutProblem[]): PdfError {
  const [first] = problems;
  const place = first?.line === undefined ? '' : `line ${first.line}, column ${first.column}: `;
  return new PdfError('layout', `The PDF layout has an error: ${place}${first?.message ?? 'unknown'}`, problems);
}
