// What one list of a maintained set has that another has not: options added, removed and changed, with examples for people.
// An option is the same one when what identifies it in its registry is the same: the code of a city, the name of a street within
// its city. Scores are left out: they follow the number of streets or branches. [options-sets.maintained.diff]

import type { SetDiff } from '../../api-types/options-sets.ts';
import type { MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import type { Option } from '../options-sets/search-index.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';

export const maxExamples = 20;
const optionsPerStep = 200;

export interface DiffedLists {
  /** Parsed chunk by chunk, as they are asked for. */
  readonly before: Iterable<readonly Option[]>;
  readonly after: Iterable<readonly Option[]>;
}

export function* diffOptions(key: MaintainedSetKey, { before, after }: DiffedLists): Steps<SetDiff> {
  const gone = new Map<string, Option>();
  const number = countRepeats(key);
  let done = 0;
  for (const options of before) {
    for (const option of options) {
      gone.set(number(option), option);
      if (++done % optionsPerStep === 0) yield;
    }
    yield;
  }
  const added: string[] = [];
  const changed: { from: string; to: string }[] = [];
  let addedCount = 0;
  let changedCount = 0;
  const numberAfter = countRepeats(key);
  for (const options of after) {
    for (const option of options) {
      const identity = numberAfter(option);
      const old = gone.get(identity);
      if (old === undefined) {
        addedCount += 1;
        if (added.length < maxExamples) added.push(textOf(key, option));
      } else {
        gone.delete(identity);
        if (contentOf(old) !== contentOf(option)) {
          changedCount += 1;
          if (changed.length < maxExamples) changed.push(textsOfChange(key, old, option));
        }
      }
      if (++done % optionsPerStep === 0) yield;
    }
    yield;
  }
  const removed: string[] = [];
  for (const option of gone.values()) {
    if (removed.length === maxExamples) break;
    removed.push(textOf(key, option));
  }
  return {
    added: { count: addedCount, examples: added },
    removed: { count: gone.size, examples: removed },
    changed: { count: changedCount, examples: changed },
  };
}

type Identify = (option: Option) => readonly unknown[];

const byCode: Identify = ({ data }) => [data?.['code']];
const byBranch: Identify = ({ data }) => [data?.['bankCode'], data?.['code']];
/** `Israel | IL` */
const byCountryCode: Identify = ({ value }) => [value.slice(value.lastIndexOf('|') + 1).trim()];
const identities: Readonly<Record<MaintainedSetKey, Identify>> = {
  cities: byCode,
  citiesEnglish: byCode,
  streets: ({ value, data }) => [value, data?.['city']],
  banks: byCode,
  banksEnglish: byCode,
  branches: byBranch,
  branchesEnglish: byBranch,
  countries: byCountryCode,
  countriesEnglish: byCountryCode,
  countriesFormer: byCountryCode,
  countriesFormerEnglish: byCountryCode,
  taxLocalities: ({ value, data }) => [value, data?.['year']],
  institutions: ({ value }) => [value],
};

/** Beside the value, so that a person knows which one is meant. */
const shownData: Readonly<Partial<Record<MaintainedSetKey, string>>> = {
  streets: 'city',
  branches: 'bankName',
  branchesEnglish: 'bankName',
  taxLocalities: 'year',
};

/** What identifies an option; the second of two that are alike is another one. */
function countRepeats(key: MaintainedSetKey): (option: Option) => string {
  const seen = new Map<string, number>();
  return (option) => {
    const identity = JSON.stringify(identities[key](option));
    const count = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, count);
    return count === 1 ? identity : `${identity} ${count}`;
  };
}

function contentOf({ value, data }: Option): string {
  return JSON.stringify([value, data ?? null]);
}

const maxTextLength = 200;

function textOf(key: MaintainedSetKey, { value, data }: Option): string {
  const shown = shownData[key];
  const about = shown === undefined ? undefined : data?.[shown];
  const text = about === undefined ? value : `${value} (${about})`;
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** Where both read the same, the data that differ are shown too. */
function textsOfChange(key: MaintainedSetKey, old: Option, option: Option): { from: string; to: string } {
  const texts = { from: textOf(key, old), to: textOf(key, option) };
  if (texts.from !== texts.to) return texts;
  const names = new Set([...Object.keys(old.data ?? {}), ...Object.keys(option.data ?? {})]);
  const differing = [...names].filter((name) => old.data?.[name] !== option.data?.[name]);
  const write = ({ data }: Option) =>
    differing.map((name) => `${name}: ${String(data?.[name] ?? '–').slice(0, maxTextLength)}`).join(', ');
  return { from: `${texts.from} [${write(old)}]`, to: `${texts.to} [${write(option)}]` };
}
