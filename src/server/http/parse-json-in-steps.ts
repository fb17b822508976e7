// Parses a large JSON text in steps: JSON.parse holds the event loop for some 10 ms a MB. One scan finds where containers begin and
// end; runs of small members go to JSON.parse, and only containers that hold very much are put together here.
// [limits.depth] [limits.event-loop]
import type { Steps } from '../scheduling/run-in-slices.ts';
import { endOfString } from './json-members.ts';

/** About as much as is parsed between two stops. */
const pieceLength = 32_768;
const [quote, comma] = [0x22, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

interface Container {
  readonly isArray: boolean;
  readonly start: number;
  /** Where the member that is being read begins. */
  member: number;
  /** From here on nothing has been parsed. */
  rest: number;
  /** A large member ends at `rest`: only a comma or the end may follow. */
  isAfterLarge: boolean;
  /** Undefined until some members are parsed. */
  value: unknown[] | Record<string, unknown> | undefined;
}

export interface DepthBound {
  readonly maxLevels: number;
  readonly tooDeep: () => Error;
}

/** The same value as JSON.parse; a SyntaxError where that has one. */
export function* parseJsonInSteps(text: string, { maxLevels, tooDeep }: DepthBound): Steps<unknown> {
  const stack: Container[] = [];
  let root: { value: unknown; end: number } | undefined;
  let nextStop = pieceLength;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      if (at === text.length) fail();
    } else if (code === openBrace || code === openBracket) {
      if (stack.length === maxLevels) throw tooDeep();
      const inner = { member: at + 1, rest: at + 1, isAfterLarge: false, value: undefined };
      stack.push({ isArray: code === openBracket, start: at, ...inner });
    } else if (code === comma) {
      const container = stack.at(-1) ?? fail();
      if (container.isAfterLarge) endLarge(container, text, at);
      else if (at - container.rest >= pieceLength) addMembers(container, text, at);
      container.member = at + 1;
    } else if (code === closeBrace || code === closeBracket) {
      const container = stack.pop() ?? fail();
      if (container.isArray !== (code === closeBracket)) fail();
      const value = finish(container, text, at);
      if (value !== undefined) {
        const parent = stack.at(-1);
        if (parent !== undefined) addLarge(parent, { text, start: container.start, end: at + 1, value });
        else if (isBlank(text, 0, container.start)) root = { value, end: at + 1 };
        else fail();
      }
    }
    if (at >= nextStop) {
      nextStop = at + pieceLength;
      yield;
    }
  }
  if (stack.length > 0) fail();
  if (root === undefined) return JSON.parse(text);
  return isBlank(text, root.end, text.length) ? root.value : fail();
}

function fail(): never {
  throw new SyntaxError('Not JSON');
}

/** What the container holds, if some of it was parsed already; else it is parsed with what is around it. */
function finish(container: Container, text: string, at: number): unknown {
  if (container.value === undefined && at - container.rest < pieceLength) return undefined;
  if (container.isAfterLarge) endLarge(container, text, at);
  else if (container.value === undefined && isBlank(text, container.rest, at)) return container.isArray ? [] : {};
  else addMembers(container, text, at);
  return container.value;
}

/** The members from `rest` to the comma or bracket at `end`. */
function addMembers(container: Container, text: string, end: number): void {
  const members = text.slice(container.rest, end);
  if (container.isArray) {
    const parsed = JSON.parse(`[${members}]`) as unknown[];
    if (parsed.length === 0) fail();
    container.value ??= [];
    for (const item of parsed) (container.value as unknown[]).push(item);
  } else {
    const parsed = JSON.parse(`{${members}}`) as Record<string, unknown>;
    const names = Object.keys(parsed);
    if (names.length === 0) fail();
    container.value ??= {};
    for (const name of names) setOwn(container.value as Record<string, unknown>, name, parsed[name]);
  }
  container.rest = end + 1;
}

interface LargeMember {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
}

function addLarge(container: Container, { text, start, end, value }: LargeMember): void {
  if (container.isAfterLarge) fail();
  // What was not parsed yet ends with the comma before this member.
  if (container.rest < container.member) addMembers(container, text, container.member - 1);
  if (container.isArray) {
    if (!isBlank(text, container.member, start)) fail();
    container.value ??= [];
    (container.value as unknown[]).push(value);
  } else {
    const named = JSON.parse(`{${text.slice(container.member, start)}null}`) as Record<string, unknown>;
    const [name = fail(), ...others] = Object.keys(named);
    if (others.length > 0 || named[name] !== null) fail();
    container.value ??= {};
    setOwn(container.value as Record<string, unknown>, name, value);
  }
  container.rest = end;
  container.isAfterLarge = true;
}

function endLarge(container: Container, text: string, at: number): void {
  if (!isBlank(text, container.rest, at)) fail();
  container.rest = at + 1;
  container.isAfterLarge = false;
}

/** Assigning to `__proto__` would set a prototype; JSON.parse makes it a property like any other. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Only what JSON counts as white space. */
function isBlank(text: string, start: number, end: number): boolean {
  return /^[ \t\n\r]*$/.test(text.slice(start, end));
}
