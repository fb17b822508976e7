// Two lists of options line by line. What they have in common at the beginning is passed over, and of the rest only so much is held as
// people can look at. [running.commands.forms.sets.diff]
import type { ApiOption } from '../../api-types/options-sets.ts';
import { diffLines, diffNote } from '../forms/compare-forms.ts';
import { optionText } from './option-text.ts';

export interface TitledOptions {
  readonly title: string;
  readonly count: number;
  /** The first line. */
  readonly head: string;
  readonly options: AsyncIterable<readonly ApiOption[]>;
}

const contextLines = 3;
/** Of each side. */
const maxHeldLength = 8_000_000;

export async function diffOptions(before: TitledOptions, after: TitledOptions): Promise<string> {
  const [old, now] = [linesOf(before), linesOf(after)];
  try {
    const common: string[] = [];
    let passed = 0;
    let [one, other] = [await old.next(), await now.next()];
    while (one.done !== true && other.done !== true && one.value === other.value) {
      common.push(one.value);
      passed += 1;
      if (common.length > contextLines) common.shift();
      [one, other] = [await old.next(), await now.next()];
    }
    const rests = [await holdRest(one, old), await holdRest(other, now)];
    const [rest, otherRest] = rests;
    if (rest === undefined || otherRest === undefined) {
      const counts = `${before.count} options there, ${after.count} here`;
      return diffNote(before, after, `${counts}: from line ${passed + 1} on too many to be compared line by line.`);
    }
    const text = (lines: readonly string[]) => [...common, ...lines].map((line) => `${line}\n`).join('');
    return diffLines(
      { title: before.title, text: text(rest) },
      { title: after.title, text: text(otherRest) },
      passed - common.length,
    );
  } finally {
    await Promise.all([old.return(), now.return()]);
  }
}

async function* linesOf({ head, options }: TitledOptions): AsyncGenerator<string, void> {
  yield head;
  for await (const some of options) for (const option of some) yield optionText(option);
}

/** Undefined when it is too much. */
async function holdRest(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): Promise<string[] | undefined> {
  const lines: string[] = [];
  let length = 0;
  for (let line = first; line.done !== true; line = await rest.next()) {
    length += line.value.length;
    if (length > maxHeldLength) return undefined;
    lines.push(line.value);
  }
  return lines;
}
