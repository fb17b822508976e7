// The yearly lists of tax-credit localities: which years are asked for, and what counts as a published list. Lists that were
// read before stay; a year whose list cannot be read (any more) keeps the one it has.
import type { SourceFetcher } from './fetch-source.ts';
import { SourceError } from './fetch-source.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import type { SourceAddress } from './sources.ts';
import { readTaxYear, type TaxYear } from './tax-locality-options.ts';

/** The first year whose booklet is at an address of today's form. */
const firstTaxYear = 2022;
const december = 12;

export interface GatheredTaxYears {
  /** Published lists, old and new. */
  readonly years: readonly TaxYear[];
  /** Those that came just now. */
  readonly read: readonly TaxYear[];
  readonly warnings: readonly string[];
  /** Why no list at all came just now. */
  readonly problem: string | undefined;
}

export async function gatherTaxYears(options: {
  readonly address: SourceAddress | undefined;
  readonly fetcher: SourceFetcher;
  readonly today: string;
  readonly known: readonly TaxYear[];
  readonly floor: number;
}): Promise<GatheredTaxYears> {
  const { today, known, floor } = options;
  const thisYear = Number(today.slice(0, 4));
  const template = options.address?.url ?? '';
  const hasYear = template.includes('{year}');
  const read: TaxYear[] = [];
  const warnings: string[] = [];
  let problem: string | undefined;
  for (const year of hasYear ? yearsToAsk(today, known) : [thisYear]) {
    const url = template.replaceAll('{year}', String(year));
    const list = await readList(url, { ...options, year, isFixed: hasYear, isExpected: year === thisYear });
    if (list === 'absent') continue;
    if (!isRefusal(list) && list.localities.length >= floor) read.push(list);
    else {
      const why = isRefusal(list) ? list.refusal : `${list.localities.length} localities are too few to believe`;
      warnings.push(`${year}: ${why}`);
      if (year === thisYear) problem = `${year}: ${why}`;
    }
  }
  const byYear = new Map([...known, ...read].map((list) => [list.year, list]));
  const years = [...byYear.values()].sort((a, b) => a.year - b.year);
  return { years, read, warnings, problem: read.length === 0 ? (problem ?? 'no list could be read') : undefined };
}

/** This year's list may change within the year; next year's comes around the turn of the year. */
function yearsToAsk(today: string, known: readonly TaxYear[]): number[] {
  const thisYear = Number(today.slice(0, 4));
  const years = [thisYear];
  if (Number(today.slice(5, 7)) === december) years.push(thisYear + 1);
  for (let year = firstTaxYear; year < thisYear; year += 1) {
    if (!known.some((list) => list.year === year)) years.push(year);
  }
  return years;
}

async function readList(
  url: string,
  asked: { fetcher: SourceFetcher; year: number; isFixed: boolean; isExpected: boolean },
): Promise<TaxYear | Refusal | 'absent'> {
  try {
    const [bytes = new Uint8Array()] = await asked.fetcher.fetchPages({ url }, { hasOneTry: !asked.isExpected });
    return await readTaxYear(bytes, asked.isFixed ? asked.year : { unlessNamed: asked.year });
  } catch (error) {
    if (error instanceof SourceError && error.status === 404 && !asked.isExpected) return 'absent';
    return refuse((error as Error).message);
  }
}
