// An expression of another language that ours cannot say, and why. Thrown while it is translated; whoever asked for the translation
// turns it into a note.

export type Reason =
  | 'syntax'
  | 'tooLong'
  | 'today'
  | 'function'
  | 'unknownName'
  | 'sameName'
  | 'circular'
  | 'outerRow'
  | 'otherRows'
  | 'lookup'
  | 'pattern'
  | 'operator'
  | 'chance'
  | 'script'
  | 'needs'
  | 'value';

export class CannotSay extends Error {
  readonly reason: Reason;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(reason: Reason, values: Readonly<Record<string, string | number>> = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}
