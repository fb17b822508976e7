// Whether new options may replace the ones a maintained set has: a source that shrank, grew, changed or cannot be read never
// does by itself. [options-sets.maintained.refresh] [options-sets.maintained.acceptance] [options-sets.maintained.older]

import { foldText } from '../../core/text/fold-text.ts';
import type { MaintainedSet } from '../options-sets/maintained-sets.ts';
import type { Option } from '../options-sets/search-index.ts';
import { type AcceptanceLimits, allows, limitsOf, loosened } from './acceptance-limits.ts';
import { checkAnchors } from './check-anchors.ts';
import { checkEnding } from './check-ending.ts';
import { checkLanguage } from './check-language.ts';
import type { SourceFacts } from './refusal.ts';

export interface ReplacementRefusal {
  readonly reason: string;
  /** Somebody who looked at the difference may accept it. False for what cannot be read or is in a wrong encoding. */
  readonly canBeAccepted: boolean;
  /** It follows from what another set of the family lacks, which says more. */
  readonly isConsequence?: boolean;
}

export interface CheckedReplacement {
  readonly refusal?: ReplacementRefusal;
  readonly warnings: readonly string[];
}

export interface CurrentOptions {
  readonly options: readonly Option[];
  /** They came from the address that the new ones come from. Otherwise more may change: see `loosened`. */
  readonly isSameSource: boolean;
  /** What their source said of itself: see `Made`. */
  readonly date?: string | undefined;
}

export interface Replacement {
  readonly options: readonly Option[];
  readonly current: CurrentOptions;
  /** Missing: marked. */
  readonly ending?: SourceFacts['ending'] | undefined;
  readonly date?: string | undefined;
}

export type CheckedSet = Pick<MaintainedSet, 'key' | 'floor' | 'isExact' | 'anchors'>;

export function checkReplacement(set: CheckedSet, replacement: Replacement): CheckedReplacement {
  const limits = limitsOf(set.key);
  const { options } = replacement;
  const unreadable = limits === undefined ? undefined : checkText(options, limits);
  const refusal =
    unreadable ??
    checkCount(set, options) ??
    (limits && checkChange(replacement, replacement.current.isSameSource ? limits : loosened(limits))) ??
    checkKind(set, options) ??
    checkDate(replacement);
  return refusal === undefined ? { warnings: [] } : { refusal, warnings: [] };
}

/** Tax years are checked one by one (check-tax-year.ts). */
function checkKind({ key, anchors }: CheckedSet, options: readonly Option[]): ReplacementRefusal | undefined {
  const result = anchors === undefined || key === 'taxLocalities' ? undefined : checkAnchors(options, anchors);
  return result && acceptable(result.refusal);
}

const maxDaysOlder = 180;

function checkDate({ date, current }: Replacement): ReplacementRefusal | undefined {
  if (date === undefined || current.date === undefined) return undefined;
  const daysOlder = (Date.parse(current.date) - Date.parse(date)) / 86_400_000;
  if (!(daysOlder > maxDaysOlder)) return undefined;
  return acceptable(`the list is older than the current one: its last rows are of ${date}, not of ${current.date}`);
}

function checkText(options: readonly Option[], limits: AcceptanceLimits): ReplacementRefusal | undefined {
  const values = options.map(({ value }) => value);
  const { language, minLanguageShare: minShare } = limits;
  const result = checkLanguage(values, { language, minShare });
  return result && { reason: result.refusal, canBeAccepted: false };
}

function checkCount(set: CheckedSet, options: readonly Option[]): ReplacementRefusal | undefined {
  if (set.key === 'taxLocalities') return checkYears(set, options);
  const count = options.length;
  if (set.isExact === true && count !== set.floor) {
    // These come with the service: there is nothing a person could look at.
    return { reason: `${count} options where exactly ${set.floor} are right`, canBeAccepted: false };
  }
  if (count < set.floor) {
    const reason = `${count} options are too few to believe: at least ${set.floor} are expected`;
    return { reason, canBeAccepted: count > 0 };
  }
  const ceiling = limitsOf(set.key)?.ceiling ?? Number.POSITIVE_INFINITY;
  if (count > ceiling) return acceptable(`${count} options are too many to believe: at most ${ceiling} are expected`);
  return undefined;
}

/** How the years' own lists changed was checked when they were read (check-tax-year.ts). */
function checkYears(set: CheckedSet, options: readonly Option[]): ReplacementRefusal | undefined {
  const counts = new Map<unknown, number>();
  for (const { data } of options) counts.set(data?.['year'], (counts.get(data?.['year']) ?? 0) + 1);
  if (counts.size === 0) return { reason: 'no tax year has a list', canBeAccepted: false };
  for (const [year, count] of counts) {
    if (count < set.floor)
      return acceptable(`${count} localities for ${year} are too few to believe: at least ${set.floor} are expected`);
  }
  return undefined;
}

function checkChange(
  { options, current, ending = 'marked' }: Replacement,
  limits: AcceptanceLimits,
): ReplacementRefusal | undefined {
  // Their lists are compared year by year.
  if (limits.identity.includes('year')) return undefined;
  const [before, after] = [current.options.length, options.length];
  if (!allows(limits.mayLose, { by: before - after, of: before }))
    return acceptable(`${after} options would replace ${before}: the source has shrunk`);
  if (before === 0) return undefined;
  if (!allows(limits.mayGain, { by: after - before, of: before }))
    return acceptable(`${after} options would replace ${before}: the source has grown beyond belief`);
  const withId = (option: Option) => ({ id: identityOf(option, limits), value: option.value });
  const [old, brought] = [current.options.map(withId), options.map(withId)];
  const present = new Set(brought.map(({ id }) => id));
  const gone = old.filter(({ id }) => !present.has(id));
  if (!allows(limits.mayReplace, { by: gone.length, of: before }))
    return acceptable(`${gone.length} of ${before} options would be gone, such as ${JSON.stringify(gone[0]?.value)}`);
  const scores = new Map(options.map((option) => [option.value, option.score]));
  const emptied = current.options.filter(({ value, score = 0 }) => isEmptied(score, scores.get(value)));
  if (emptied.length > maxEmptied) {
    const first = JSON.stringify(emptied[0]?.value);
    const reason = `${emptied.length} options would have nothing or little left that belongs to them, such as ${first}`;
    return { reason, canBeAccepted: true, isConsequence: true };
  }
  const cut = checkEnding({ before: old, after: brought, ending });
  return cut && acceptable(cut.refusal);
}

/** Cities without their streets, banks without their branches: every city has at least one street of its own name. */
const maxEmptied = 0;
/** A city with so many streets does not lose three quarters of them. */
const large = 100;

function isEmptied(before: number, after: number | undefined): boolean {
  return after !== undefined && ((before > 0 && after === 0) || (before >= large && after < before / 4));
}

/** Letter case, quotes and blanks are rewritten now and then: that does not make another option. */
function identityOf({ value, data }: Option, { identity }: AcceptanceLimits): string {
  const letters = foldText(value).replace(/[^\p{L}\p{N}]/gu, '');
  return JSON.stringify([letters, ...identity.map((key) => data?.[key])]);
}

function acceptable(reason: string): ReplacementRefusal {
  return { reason, canBeAccepted: true };
}
