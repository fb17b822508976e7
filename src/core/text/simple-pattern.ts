// Most patterns that forms have (`^\d{9}$`, `^[A-Z]{2}-\d+$`) need no engine of 40 kB on the page: the browser's own does, once
// it is proved here that it takes linear time for this pattern, and since it is given the meaning that was read, not the source,
// it agrees with re2js. What is not proved goes to re2js (pattern.ts), and so does everything on the server.
// [validation.validators.pattern]
//
// The proof: a backtracking engine goes back to every choice it made. Where the next character alone decides each choice, the
// other way ends at once. Choices that it does not decide are allowed outside of endless repeats, while there are few of them.
// Without ^ the engine starts at every character, so nothing may repeat without end.

import type { FormDefinition } from '../definition/form-definition.ts';
import { isPlainObject } from '../values/value-type.ts';
import { type CharacterSet, lastCharacter, overlaps, union } from './character-set.ts';
import type { CompilePattern, Pattern } from './pattern.ts';
import { type Alternative, type PatternNode, readSimplePattern } from './read-simple-pattern.ts';

/** Undefined for a pattern that only the other engine can run. */
export function compileSimplePattern(source: string): Pattern | undefined {
  const alternatives = readSimplePattern(source);
  if (alternatives === undefined || !isLinear(alternatives)) return undefined;
  const expression = new RegExp(alternatives.map(writeAlternative).join('|'), 'u');
  const size = Math.max(1, ...alternatives.map(({ node }) => node.size));
  return { size, test: (text) => expression.test(text) };
}

/** Runs what is simple by itself, the rest with the engine. */
export function withSimplePatterns(engine: CompilePattern | undefined): CompilePattern {
  return (source) => compileSimplePattern(source) ?? engine?.(source) ?? { problem: 'not simple' };
}

/** Whether a form has patterns that need the engine. */
export function needsPatternEngine({ formSchema }: Pick<FormDefinition, 'formSchema'>): boolean {
  return holdsOther(formSchema, { seen: new Set(), characters: 0 });
}

/** Of all different ones together. A form with more gets the engine: to look at each would take longer than it saves. */
const maxCharacters = 1000;

interface Looking {
  readonly seen: Set<string>;
  characters: number;
}

function holdsOther(value: unknown, looking: Looking): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsOther(item, looking));
  if (!isPlainObject(value)) return false;
  const { type, value: source } = value;
  if (type !== 'str/pattern') return Object.values(value).some((inside) => holdsOther(inside, looking));
  if (typeof source !== 'string' || looking.seen.has(source)) return false;
  looking.seen.add(source);
  looking.characters += source.length;
  return looking.characters > maxCharacters || compileSimplePattern(source) === undefined;
}

/** How many ways through a pattern may have to be tried, and how much of it at each character of a text. */
const maxWays = 100;
const maxWorkAtStart = 1000;

function isLinear(alternatives: readonly Alternative[]): boolean {
  const ways = waysOfChoice(alternatives.map(({ node, isAtEnd }) => ({ node, follow: isAtEnd ? endOfText : [] })));
  const fromAnywhere = alternatives.filter(({ isAtStart }) => !isAtStart);
  const longest = Math.max(0, ...fromAnywhere.map(({ node }) => node.longest));
  return ways <= maxWays && longest * ways <= maxWorkAtStart;
}

/** Beyond all characters. */
const endOfText: CharacterSet = [[lastCharacter + 2, lastCharacter + 2]];

/** How many ways the next characters do not decide between; `follow` is what may come after the node. */
function waysOf(node: PatternNode, follow: CharacterSet): number {
  switch (node.kind) {
    case 'character':
      return 1;
    case 'sequence': {
      let ways = 1;
      let after = follow;
      for (const part of [...node.parts].reverse()) {
        ways *= waysOf(part, after);
        after = startOf(part, after);
      }
      return ways;
    }
    case 'choice':
      return waysOfChoice(node.choices.map((choice) => ({ node: choice, follow })));
    case 'repeat':
      return waysOfRepeat(node, follow);
  }
}

function waysOfChoice(choices: readonly { node: PatternNode; follow: CharacterSet }[]): number {
  const ways = choices.map(({ node, follow }) => waysOf(node, follow));
  let seen: CharacterSet = [];
  let isDecided = choices.filter(({ node }) => node.isNullable).length <= 1;
  for (const { node, follow } of choices) {
    const start = startOf(node, follow);
    if (overlaps(seen, start)) isDecided = false;
    seen = union(seen, start);
  }
  return isDecided ? Math.max(...ways) : ways.reduce((sum, count) => sum + count, 0);
}

function waysOfRepeat({ body, min, max }: Extract<PatternNode, { kind: 'repeat' }>, follow: CharacterSet): number {
  const ways = waysOf(body, max > 1 ? union(body.first, follow) : follow);
  const isDecided = min === max || !(body.isNullable || overlaps(body.first, follow));
  if (max === Number.POSITIVE_INFINITY) return isDecided && ways === 1 && !body.isNullable ? 1 : max;
  if (isDecided) return ways ** max;
  return ways === 1 ? max - min + 1 : ways ** (max + 1);
}

function startOf({ first, isNullable }: PatternNode, follow: CharacterSet): CharacterSet {
  return isNullable ? union(first, follow) : first;
}

function writeAlternative({ isAtStart, isAtEnd, node }: Alternative): string {
  return `${isAtStart ? '^' : ''}${write(node)}${isAtEnd ? '$' : ''}`;
}

function write(node: PatternNode): string {
  switch (node.kind) {
    case 'character': {
      const ranges = node.set.map(([first, last]) => `${writeCode(first)}-${writeCode(last)}`);
      return `[${ranges.join('')}]`;
    }
    case 'sequence':
      return node.parts.map(write).join('');
    case 'choice':
      return `(?:${node.choices.map(write).join('|')})`;
    case 'repeat': {
      const { body, min, max } = node;
      const written = body.kind === 'character' ? write(body) : `(?:${write(body)})`;
      return `${written}{${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`;
    }
  }
}

function writeCode(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
