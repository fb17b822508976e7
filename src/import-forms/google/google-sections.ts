// Where an answer of a Google form leads. A section is left out when an answer jumps over it: an answer of a section that is itself
// left out does not count, because what is hidden has no answer. So jumps ahead are said exactly by conditions on sections.
import { CannotSay } from '../cannot-say.ts';
import type { Draft } from '../draft-form.ts';
import { differ, oneOf } from '../meaning.ts';
import { answerAt, joined, literal, name, not, type Piece, printPiece } from '../pieces.ts';
import type { GoogleContext } from './google-context.ts';

export interface Jump {
  /** Of the question. */
  readonly name: string;
  readonly value: string;
  readonly action: string;
  readonly target: string;
  readonly where: string;
  readonly isOther: boolean;
}

export interface GoogleSection {
  readonly id: string;
  /** undefined for a form without page breaks. */
  readonly element: Draft | undefined;
  readonly jumps: Jump[];
}

export function skipSections({ form }: GoogleContext, sections: readonly GoogleSection[]): void {
  const { notes } = form;
  const places = new Map(sections.map(({ id }, at) => [id, at]));
  /** For each section, the answers that jump over it. */
  const skips: Skips[] = sections.map(() => ({ count: 0, answers: new Map() }));
  for (const [from, { jumps }] of sections.entries()) {
    if (new Set(jumps.map((jump) => jump.name)).size > 1) notes.add(jumps[0]!.where, 'goSeveral');
    for (const jump of jumps) {
      const to = targetOf(jump, from, places, sections.length);
      if (typeof to === 'string') notes.add(jump.where, to, { name: jump.value });
      else if (jump.isOther && to > from + 1) notes.add(jump.where, 'goOther');
      else for (let at = from + 1; at < Math.min(to, sections.length); at++) addSkip(skips[at]!, jump);
    }
  }
  for (const [at, { element }] of sections.entries()) {
    const { count, answers } = skips[at]!;
    if (element === undefined || count === 0) continue;
    const relevant = notes.attempt(String(element['label'] ?? element.name), 'relevant', 'goToSectionId', () => {
      if (count > maxAnswers) throw new CannotSay('tooLong');
      const tests = [...answers].map(([question, values]) => isNone(question, values));
      return printPiece(joined('&&', tests));
    });
    if (relevant !== undefined) element['relevant'] = relevant;
  }
}

/** By question. */
interface Skips {
  count: number;
  readonly answers: Map<string, string[]>;
}

function addSkip(skips: Skips, { name: question, value }: Jump): void {
  skips.count += 1;
  if (skips.count > maxAnswers) return;
  const values = skips.answers.get(question);
  if (values === undefined) skips.answers.set(question, [value]);
  else values.push(value);
}

const maxAnswers = 300;

function isNone(question: string, values: readonly string[]): Piece {
  const answer = answerAt(name('model'), [question], 'text');
  if (values.length > 1) return not(oneOf(answer, values.map(literal)));
  return differ(answer, literal(values[0]!));
}

/** The section, or the note about one that cannot be gone to. The end is a section after the last. */
function targetOf(
  { action, target }: Jump,
  from: number,
  places: ReadonlyMap<string, number>,
  count: number,
): number | 'goBack' | 'goRestart' | 'goUnknown' {
  if (action === 'SUBMIT_FORM') return count;
  if (action === 'RESTART_FORM') return 'goRestart';
  const to = target === '' ? undefined : places.get(target);
  if (to === undefined) return 'goUnknown';
  return to <= from ? 'goBack' : to;
}
