// The yearly lists of tax-credit localities: which years are asked for, and what counts as a published list. Lists that were
// read before stay; a year whose list cannot be read (any more) keeps the one it has.
import type { Anchors } from '../options-sets/maintained-sets.ts';
import { checkTaxYear } from './check-tax-year.ts';
import { SourceError, type SourceFetcher } from './fetch-source.ts';
import type { TaxLocality } from './read-tax-pdf.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import type { SourceAddress } from './sources.ts';
import { type ReadTaxYear, readTaxYear, type TaxYear, taxReader } from './tax-locality-options.ts';

/** Tables of localities begin with this year; a refund may be asked for six years back. */
const firstTaxYear = 2016;
const december = 12;

export interface GatheredTaxYears {
  /** Published lists, old and new. */
  readonly years: readonly TaxYear[];
  /** Those that came just now. */
  readonly read: readonly TaxYear[];
  readonly warnings: readonly string[];
  /** Why this year's list did not come just now, when no list did. */
  readonly problem: string | undefined;
  /** A person may accept what came. */
  readonly canBeAccepted: boolean;
}

interface GatherOptions {
  readonly address: SourceAddress | undefined;
  readonly fetcher: SourceFetcher;
  readonly today: string;
  readonly known: readonly TaxYear[];
  readonly floor: number;
  readonly anchors?: Anchors | undefined;
  readonly isCity: (locality: TaxLocality) => boolean;
  /** Limits that a person may pass over are. */
  readonly isAccepted: boolean;
}

export async function gatherTaxYears(options: GatherOptions): Promise<GatheredTaxYears> {
  const thisYear = Number(options.today.slice(0, 4));
  const read: TaxYear[] = [];
  const warnings: string[] = [];
  let problem: string | undefined;
  let canBeAccepted = false;
  const note = (list: ReadTaxYear | Refusal | 'absent', year: number) => {
    if (list === 'absent') return;
    const result = isRefusal(list) ? list : checkList(list, options);
    if (!isRefusal(list) && (result === undefined || (options.isAccepted && result.canBeAccepted === true))) {
      read.push({ year: list.year, localities: list.localities, reader: list.reader });
      if (result !== undefined) warnings.push(`${list.year}: accepted all the same: ${result.refusal}`);
    } else if (result !== undefined) {
      const why = [`${year}: ${result.refusal}`, ...(isRefusal(list) ? [] : list.badBytes)].join('; ');
      warnings.push(why);
      canBeAccepted ||= result.canBeAccepted === true;
      if (year === thisYear) problem = why;
    }
  };
  for (const { year, url, isFixed } of placesToAsk(options, thisYear)) {
    note(await readList(url, { ...options, year, isFixed, isExpected: year === thisYear }), year);
  }
  const byYear = new Map([...options.known, ...read].map((list) => [list.year, list]));
  const years = [...byYear.values()].sort((a, b) => a.year - b.year);
  const why = read.length === 0 ? (problem ?? 'no list could be read') : undefined;
  return { years, read, warnings, problem: why, canBeAccepted };
}

function checkList(list: ReadTaxYear, { known, floor, anchors, isCity }: GatherOptions): Refusal | undefined {
  const before = known.find(({ year, reader }) => year === list.year && reader === list.reader);
  const refusal = checkTaxYear(list, { floor, anchors, isCity, known: before, ending: list.ending });
  // Lists of years that follow each other are much alike: this one should be nearest to what its year had, a new year's to the last.
  const last = known.at(-1);
  const own = before ?? (last !== undefined && last.year < list.year ? last : undefined);
  if (refusal !== undefined || own === undefined) return refusal;
  const distance = distanceOf(own, list);
  const other = known.find((one) => one.year !== own.year && 2 * distanceOf(one, list) < distance);
  return other && refuse(`the source has the list of ${other.year}, not of ${list.year}`, { canBeAccepted: true });
}

/** How many names are in one list only. */
function distanceOf(one: Pick<TaxYear, 'localities'>, other: Pick<TaxYear, 'localities'>): number {
  const [names, otherNames] = [one, other].map(({ localities }) => new Set(localities.map(({ name }) => name)));
  const shared = [...names!].filter((name) => otherNames!.has(name)).length;
  return names!.size + otherNames!.size - 2 * shared;
}

interface Place {
  readonly year: number;
  readonly url: string;
  /** The address is this year's: a file that names another is refused. */
  readonly isFixed: boolean;
}

function placesToAsk({ address, today, known }: GatherOptions, thisYear: number): Place[] {
  const template = address?.url ?? '';
  if (!template.includes('{year}')) return [{ year: thisYear, url: template, isFixed: false }];
  return yearsToAsk(today, known).flatMap((year) => {
    const url = address?.byYear?.[year] ?? template.replaceAll('{year}', String(year));
    return [{ year, url, isFixed: true }];
  });
}

/**
 * This year's list may change within the year; next year's comes around the turn of the year. Past years are read once, and
 * again when there is a better reader.
 */
function yearsToAsk(today: string, known: readonly TaxYear[]): number[] {
  const thisYear = Number(today.slice(0, 4));
  const years = [thisYear];
  if (Number(today.slice(5, 7)) === december) years.push(thisYear + 1);
  for (let year = firstTaxYear; year < thisYear; year += 1) {
    if (!known.some((list) => list.year === year && list.reader === taxReader)) years.push(year);
  }
  return years;
}

async function readList(
  url: string,
  asked: GatherOptions & { year: number; isFixed: boolean; isExpected: boolean },
): Promise<ReadTaxYear | Refusal | 'absent'> {
  try {
    const [bytes = new Uint8Array()] = await asked.fetcher.fetchPages({ url }, { hasOneTry: !asked.isExpected });
    const allowsLines = asked.address?.isGiven === true;
    return await readTaxYear(bytes, { asked: asked.isFixed ? asked.year : { unlessNamed: asked.year }, allowsLines });
  } catch (error) {
    if (error instanceof SourceError && error.status === 404 && !asked.isExpected) return 'absent';
    return refuse((error as Error).message);
  }
}
