// Localities that qualify for a tax credit: one copy of the list per tax year, each name as the cities set spells it. A
// year whose list is not published yet holds a copy of the last one that is. [options-sets.maintained.years]
import type { Option } from '../options-sets/search-index.ts';
import type { City } from './city-options.ts';
import { cleanName, readCode } from './clean-text.ts';
import { type ReadTableOptions, readTable, type TableShape } from './read-table.ts';
import { readTaxPdf, type TaxLocality } from './read-tax-pdf.ts';
import { isRefusal, type Made, type Refusal, refuse, type SourceFacts } from './refusal.ts';

export interface TaxYear {
  readonly year: number;
  readonly localities: readonly TaxLocality[];
  /** Which reader read it. */
  readonly reader: number;
}

/** Rises when lists are read better than before: years that an older reader read are read again. */
export const taxReader = 1;

const taxTable: TableShape<'name' | 'code'> = {
  columns: {
    name: { names: ['name', 'שם יישוב', 'שם ישוב'] },
    code: { names: ['code', 'סמל היישוב', 'סמל ישוב'], isOptional: true },
  },
  linesAre: 'name',
};

/**
 * Names in the lists that no rule turns into the city's name, by locality code. Some are misprints of one booklet: קורניתצ in 2025.
 */
const codesByName: Readonly<Record<string, number>> = {
  'אבו קורינאת (יישוב)': 1342,
  אבנת: 3786,
  'אשדות יעקב': 188,
  'אשדות יעקב איחוד': 199,
  דבירה: 849,
  "חוג'ייראת (ד'הרה) (שבט)": 948,
  'כפר רוזנואלד': 1130,
  מולדה: 1360,
  מלכישוע: 1154,
  'מצדות יהודה': 3745,
  'ניצנה (קהילת': 1195,
  נירן: 3620,
  קורניתצ: 1179,
  'שני (ליבנה)': 1287,
  'תרבין א-צאנע (יישוב)': 1346,
};

export interface TaxReading {
  /**
   * A number is the year that was asked for: a file that names another year is not that year's list. Where one file stands for
   * whatever year it names, `unlessNamed` is the year of a list that names none.
   */
  readonly asked: number | { readonly unlessNamed: number };
  readonly allowsLines?: boolean;
}

/** A list that was read just now. */
export type ReadTaxYear = TaxYear & SourceFacts;

interface ReadList extends Partial<SourceFacts> {
  readonly localities: readonly TaxLocality[];
  readonly year?: number;
}

export async function readTaxYear(
  bytes: Uint8Array,
  { asked, allowsLines = false }: TaxReading,
): Promise<ReadTaxYear | Refusal> {
  const isPdf = new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
  const read: ReadList | Refusal = isPdf ? await readTaxPdf(bytes) : readTaxTable(bytes, { allowsLines });
  if (isRefusal(read)) return read;
  const year = typeof asked === 'number' ? asked : (read.year ?? asked.unlessNamed);
  if (read.year !== undefined && read.year !== year)
    return refuse(`the source is the list of ${read.year}, not of ${year}`);
  if (read.localities.length === 0) return refuse('the source has no list of localities');
  const { badBytes = [], ending = 'marked' } = read;
  return { year, localities: read.localities, reader: taxReader, badBytes, ending };
}

function readTaxTable(bytes: Uint8Array, reading: ReadTableOptions): ReadList | Refusal {
  const table = readTable([bytes], taxTable, reading);
  if (isRefusal(table)) return table;
  const localities = table.rows.map((row) => ({ name: cleanName(row.name), code: readCode(row.code) }));
  const { badBytes, ending } = table;
  return { localities: localities.filter(({ name }) => name !== ''), badBytes, ending };
}

/**
 * `years` holds published lists only, never copies. Every year from the first of them to `lastYear` gets options.
 */
export function makeTaxLocalityOptions(
  years: readonly Omit<TaxYear, 'reader'>[],
  { cities, lastYear }: { readonly cities: readonly Pick<City, 'code' | 'name'>[]; readonly lastYear: number },
): Made<Option> {
  const nameOf = createCityNamer(cities);
  const published = new Map(years.map(({ year, localities }) => [year, localities]));
  const options: Option[] = [];
  const warnings: string[] = [];
  let values: readonly string[] = [];
  for (let year = Math.min(...published.keys()); year <= Math.max(lastYear, ...published.keys()); year++) {
    const localities = published.get(year);
    if (localities !== undefined) {
      const named = localities.map((locality) => ({ locality, city: nameOf(locality) }));
      const unknown = named.filter(({ city }) => city === undefined).map(({ locality }) => locality.name);
      if (unknown.length > 0) warnings.push(`${year}: in no list of cities, kept as published: ${someOf(unknown)}`);
      values = [...new Set(named.map(({ locality, city }) => city ?? locality.name))];
    }
    for (const value of values) options.push({ value, data: { year } });
  }
  return { options, warnings };
}

const maxNamed = 20;

function someOf(names: readonly string[]): string {
  const rest = names.length - maxNamed;
  return `${names.slice(0, maxNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The value of the cities set for a locality, undefined when no city is meant. */
export function createCityNamer(
  cities: readonly Pick<City, 'code' | 'name'>[],
): (locality: TaxLocality) => string | undefined {
  const names = new Set(cities.map(({ name }) => name));
  const byCode = new Map(cities.map(({ code, name }) => [code, name]));
  const byLooseName = new Map(cities.map(({ name }) => [loosen(name), name]));
  return ({ name, code }) => {
    if (names.has(name)) return name;
    const knownCode = code ?? codesByName[name];
    return (knownCode === undefined ? undefined : byCode.get(knownCode)) ?? byLooseName.get(loosen(name));
  };
}

/** The two authorities differ in quotes, hyphens and doubled letters; no two cities become one by this. */
function loosen(name: string): string {
  return name
    .replace(/["'׳״]/g, '')
    .replace(/[-־–]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('יי', 'י')
    .replaceAll('וו', 'ו');
}
