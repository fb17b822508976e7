// An expression of another language that ours cannot say, and why. Thrown while it is translated; whoever asked for the translation
// turns it into a note.
import type { importWords } from '../words/all/import.ts';

export type Reason = keyof (typeof importWords)['en']['reasons'];

export class CannotSay extends Error {
  readonly reason: Reason;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(reason: Reason, values: Readonly<Record<string, string | number>> = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}
