// Names that OData can say: letters of any script, digits and underscores. What it cannot say becomes an underscore, and two
// names that would be one, also for programs that do not tell capitals apart, get numbers. [odata.names]
import { many, type Steps } from '../../core/definition/steps.ts';

const maxLength = 128;
const isGood = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}_]*$/u;
const notAllowed = /[^\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}_]/gu;
const goodStart = /^[\p{L}\p{Nl}_]/u;

/** Gives each path of a table its name. Those that can be said as they are come first, whatever their order. */
export function* nameColumns(paths: readonly string[], reserved: readonly string[]): Steps<string[]> {
  const names = createNames(reserved);
  const taken: (string | undefined)[] = [];
  for (const path of paths) {
    taken.push(isIdentifier(path) ? names.take(path) : undefined);
    if (taken.length % many === 0) yield;
  }
  const all: string[] = [];
  for (const [place, path] of paths.entries()) {
    all.push(taken[place] ?? names.make(reserved.some(isSame(path)) ? `data.${path}` : path));
    if (all.length % many === 0) yield;
  }
  return all;
}

export interface Names {
  /** The name as it is, unless it is taken. */
  take(name: string): string | undefined;
  /** A name that is near to it. */
  make(path: string): string;
}

export function createNames(reserved: readonly string[]): Names {
  const taken = new Set(reserved.map(fold));
  const counts = new Map<string, number>();
  const take = (name: string) => {
    if (taken.has(fold(name))) return undefined;
    taken.add(fold(name));
    return name;
  };
  return {
    take,
    make(path) {
      const name = toIdentifier(path);
      let made = take(name);
      for (let number = counts.get(fold(name)) ?? 2; made === undefined; number += 1) {
        made = take(cut(name, `_${number}`));
        counts.set(fold(name), number + 1);
      }
      return made;
    },
  };
}

export function isIdentifier(name: string): boolean {
  return name.length <= maxLength && isGood.test(name);
}

export function toIdentifier(path: string): string {
  const name = cut(path, '').replace(notAllowed, '_');
  return goodStart.test(name) ? name : cut(`_${name}`, '');
}

/** By characters: half a character is none. */
function cut(name: string, suffix: string): string {
  const room = maxLength - suffix.length;
  if (name.length + suffix.length <= maxLength) return name + suffix;
  const isInside = /[\ud800-\udbff]/.test(name[room - 1] as string);
  return name.slice(0, isInside ? room - 1 : room) + suffix;
}

const fold = (name: string) => name.toLowerCase();
const isSame = (path: string) => (name: string) => fold(name) === fold(path);
