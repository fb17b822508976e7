// Splits a large JSON object into its members as text: members that are passed on unchanged are neither parsed nor written again.
import type { Steps } from '../scheduling/run-in-slices.ts';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const charactersPerStep = 262_144;

/** By name, in order. The text is right JSON: it was written by JSON.stringify. */
export function* membersOf(text: string): Steps<Map<string, string>> {
  const members = new Map<string, string>();
  let depth = 0;
  let [start, valueStart] = [0, 0];
  let nextStop = charactersPerStep;
  const add = (end: number) => {
    if (valueStart === 0) return;
    members.set(JSON.parse(text.slice(start, valueStart - 1)) as string, text.slice(valueStart, end));
    valueStart = 0;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 0) add(at);
    } else if (depth === 1 && code === colon && valueStart === 0) {
      valueStart = at + 1;
    } else if (depth === 1 && code === comma) {
      add(at);
      start = at + 1;
    }
    if (at >= nextStop) {
      nextStop = at + charactersPerStep;
      yield;
    }
  }
  return members;
}

/** The place of the closing quote; the length of the text where there is none. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
