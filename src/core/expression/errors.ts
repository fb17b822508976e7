// The only two errors that expressions and templates throw: a source that cannot be read (a broken form
// definition, found when the form is written) and an evaluation that asks for too much work. [expressions.errors]

export class ExpressionSyntaxError extends Error {
  override readonly name = 'ExpressionSyntaxError';
  /** Offset of the offending character in the source, from zero. */
  readonly position: number;

  constructor(reason: string, position: number) {
    super(`${reason} at position ${position}.`);
    this.position = position;
  }
}

export class ExpressionLimitError extends Error {
  override readonly name = 'ExpressionLimitError';

  constructor(limit: string) {
    super(`The expression exceeds its limit of ${limit}.`);
  }
}
