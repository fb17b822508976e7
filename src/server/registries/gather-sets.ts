// Makes the options of maintained sets from their sources. Sets made of the same source form a family: all of them are
// replaced together or all are kept, so that a street's city is a city and a bank's score counts its branches.
// Reads nothing of the service and writes nothing: it runs in a thread of its own (gather-worker.ts).
// [options-sets.maintained.content]

import type { MaintainedSet, MaintainedSetKey, SourceKey } from '../options-sets/maintained-sets.ts';
import { writeChunks } from '../options-sets/read-options.ts';
import type { Option } from '../options-sets/search-index.ts';
import { runAtOnce } from '../scheduling/run-in-slices.ts';
import type { OptionsChunk } from '../store/options-sets/options-sets.ts';
import { makeBankOptions, makeBranchOptions, readBranches } from './branch-options.ts';
import { type CurrentOptions, checkReplacement, type ReplacementRefusal } from './check-replacement.ts';
import { type City, makeCityOptions, makeEnglishCityOptions, readCities } from './city-options.ts';
import { makeCountryOptions } from './country-options.ts';
import { createSourceFetcher, type FetchOptions } from './fetch-source.ts';
import { fingerprintOf } from './fingerprint.ts';
import { gatherTaxYears } from './gather-tax-years.ts';
import { makeInstitutionOptions } from './institution-options.ts';
import { isRefusal, type Made, type Refusal, refuse, type SourceFacts } from './refusal.ts';
import type { SourceAddress, Sources } from './sources.ts';
import { makeStreetOptions, readStreets } from './street-options.ts';
import { createCityNamer, makeTaxLocalityOptions, type TaxYear } from './tax-locality-options.ts';

export interface GatherRequest {
  /** Whole families. */
  readonly sets: readonly MaintainedSet[];
  readonly sources: Sources;
  /** YYYY-MM-DD. */
  readonly today: string;
  /** What each set has now, by id. */
  readonly current: Readonly<Record<string, CurrentList>>;
  /** Published lists that were read before. */
  readonly taxYears: readonly TaxYear[];
  /** The cities the service has now: tax localities are named after them unless other cities come with this refresh. */
  readonly currentCities: readonly Pick<City, 'code' | 'name'>[];
  /** Fingerprints of lists that somebody went back from: they are not used unless they are accepted. */
  readonly withdrawn?: readonly string[];
  /** Sets whose lists a person accepted although they are fewer, more or others than is believable; so is their family. */
  readonly accepted?: readonly MaintainedSetKey[];
  readonly fetching?: Omit<FetchOptions, 'report'>;
}

export interface CurrentList {
  /** Arrays of options as JSON text. */
  readonly chunks: readonly string[];
  /** Addresses that they came from; null for those of the first start. */
  readonly source: string | null;
  /** What their source said of itself. */
  readonly date?: string | undefined;
}

export interface MadeSet {
  readonly key: MaintainedSetKey;
  /** The addresses that were read. */
  readonly source: string;
  readonly chunks: readonly OptionsChunk[];
  readonly fingerprint: string;
  readonly warnings: readonly string[];
  readonly date?: string | undefined;
}

export type GatherEvent =
  | { readonly type: 'progress'; readonly text: string }
  | {
      readonly type: 'made';
      readonly sets: readonly MadeSet[];
      /** Lists that were read just now. */
      readonly taxYears: readonly TaxYear[];
      /** The source could not be read; what is here was made of what was read before. */
      readonly problem?: string;
      /** Part of what came was refused and can be accepted: a list of localities for a year. */
      readonly canBeAccepted?: boolean;
    }
  | {
      readonly type: 'kept';
      readonly keys: readonly MaintainedSetKey[];
      readonly reason: string;
      /** The lists can be read and are only fewer, more or others than is believable: `accepted` takes them all the same. */
      readonly canBeAccepted?: boolean;
      /** What was refused, where it can be accepted, and the lists of tax years it was made of. */
      readonly refused?: readonly MadeSet[];
      readonly taxYears?: readonly TaxYear[];
    };

const placeKeys: readonly MaintainedSetKey[] = ['cities', 'citiesEnglish', 'streets'];

export const families: readonly (readonly MaintainedSetKey[])[] = [
  ['countries'],
  ['countriesEnglish'],
  ['countriesFormer'],
  ['countriesFormerEnglish'],
  placeKeys,
  ['banks', 'branches'],
  ['banksEnglish', 'branchesEnglish'],
  ['taxLocalities'],
  ['institutions'],
];

export async function gatherSets(request: GatherRequest, emit: (event: GatherEvent) => void): Promise<void> {
  const report = (text: string) => emit({ type: 'progress', text });
  const gathering: Gathering = {
    request,
    fetcher: createSourceFetcher({ ...request.fetching, report }),
    cities: undefined,
    bringsCities: false,
  };
  for (const keys of families) {
    const sets = request.sets.filter(({ key }) => keys.includes(key));
    if (sets.length === 0) continue;
    const event = await gatherFamily(sets, gathering);
    if (keys === placeKeys) gathering.bringsCities = isUsed(event, request);
    emit(event);
  }
}

/** What was refused, or taken back by somebody, is not what the sets will have. */
function isUsed(event: GatherEvent, { accepted, withdrawn = [] }: GatherRequest): boolean {
  if (event.type !== 'made') return false;
  return accepted !== undefined || !event.sets.some(({ fingerprint }) => withdrawn.includes(fingerprint));
}

interface Gathering {
  readonly request: GatherRequest;
  readonly fetcher: ReturnType<typeof createSourceFetcher>;
  /** Two families need them: read once. */
  cities: Promise<ReturnType<typeof readCities>> | undefined;
  /** The cities of the source are those that the service will have. */
  bringsCities: boolean;
}

type FamilyOptions = Partial<Record<MaintainedSetKey, Made<Option>>>;
interface Family {
  readonly options: FamilyOptions;
  readonly taxYears?: readonly TaxYear[];
  readonly problem?: string | undefined;
  readonly canBeAccepted?: boolean;
}

async function gatherFamily(sets: readonly MaintainedSet[], gathering: Gathering): Promise<GatherEvent> {
  const keys = sets.map(({ key }) => key);
  let family: Family | Refusal;
  try {
    family = await makeFamily(keys[0]!, gathering);
  } catch (error) {
    // A defect of one reader must not stop the other sets; its text reaches the report.
    family = refuse(`the source could not be understood: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (isRefusal(family)) return keep(keys, { reason: family.refusal, canBeAccepted: family.canBeAccepted === true });
  const made: MadeSet[] = [];
  const refusals: ReplacementRefusal[] = [];
  const isAccepted = keys.some((key) => gathering.request.accepted?.includes(key));
  for (const set of sets) {
    const { options, warnings, badBytes = [], ending, date } = family.options[set.key] ?? { options: [], warnings: [] };
    const source = describeSource(set, gathering.request.sources);
    const current = readCurrent(gathering.request.current[set.id], source);
    const { refusal, warnings: found } = checkReplacement(set, { options, current, ending, date });
    const isPassedOver = refusal?.canBeAccepted === true && isAccepted;
    if (refusal !== undefined && !isPassedOver) {
      refusals.push({ ...refusal, reason: `${set.key}: ${[refusal.reason, ...badBytes].join('; ')}` });
    }
    const accepted = isPassedOver ? [`accepted all the same: ${refusal.reason}`] : [];
    made.push(finishSet(set.key, { source, options, date, warnings: [...accepted, ...warnings, ...found] }));
  }
  const worst =
    refusals.find(({ canBeAccepted }) => !canBeAccepted) ??
    refusals.find(({ isConsequence }) => isConsequence !== true) ??
    refusals[0];
  if (worst !== undefined) return keep(keys, worst, { refused: made, taxYears: family.taxYears ?? [] });
  return {
    type: 'made',
    sets: made,
    taxYears: family.taxYears ?? [],
    ...(family.problem === undefined ? {} : { problem: family.problem }),
    ...(family.canBeAccepted === true ? { canBeAccepted: true } : {}),
  };
}

function keep(
  keys: readonly MaintainedSetKey[],
  { reason, canBeAccepted }: ReplacementRefusal,
  refused: { readonly refused?: readonly MadeSet[]; readonly taxYears?: readonly TaxYear[] } = {},
): GatherEvent {
  return canBeAccepted ? { type: 'kept', keys, reason, canBeAccepted, ...refused } : { type: 'kept', keys, reason };
}

/** Addresses as the settings give them: what was looked up in a package or found at a second address is the same source. */
function describeSource({ sources: keys }: MaintainedSet, sources: Sources): string {
  return keys.map((key) => sources[key].map(({ url, package: place }) => url ?? place?.url).join(' or ')).join(' and ');
}

function readCurrent(list: CurrentList | undefined, source: string): CurrentOptions {
  const options = (list?.chunks ?? []).flatMap((json) => JSON.parse(json) as Option[]);
  return { options, isSameSource: list?.source === source, date: list?.date };
}

function finishSet(
  key: MaintainedSetKey,
  { options, source, warnings, date }: Made<Option> & { readonly source: string },
): MadeSet {
  const chunks = runAtOnce(writeChunks(options));
  return { key, source, chunks, fingerprint: fingerprintOf(chunks), warnings, ...(date && { date }) };
}

async function makeFamily(first: MaintainedSetKey, gathering: Gathering): Promise<Family | Refusal> {
  switch (first) {
    case 'countries':
      return { options: { countries: makeCountryOptions('he', { withFormer: false }) } };
    case 'countriesEnglish':
      return { options: { countriesEnglish: makeCountryOptions('en', { withFormer: false }) } };
    case 'countriesFormer':
      return { options: { countriesFormer: makeCountryOptions('he', { withFormer: true }) } };
    case 'countriesFormerEnglish':
      return { options: { countriesFormerEnglish: makeCountryOptions('en', { withFormer: true }) } };
    case 'banks':
      return makeBranchFamily(gathering, { source: 'branches', banks: 'banks', branches: 'branches' });
    case 'banksEnglish':
      return makeBranchFamily(gathering, {
        source: 'branchesEnglish',
        banks: 'banksEnglish',
        branches: 'branchesEnglish',
      });
    case 'taxLocalities':
      return makeTaxFamily(gathering);
    case 'institutions':
      return makeInstitutions(gathering);
    default:
      return makePlaces(gathering);
  }
}

async function makePlaces(gathering: Gathering): Promise<Family | Refusal> {
  const read = await readCitiesOnce(gathering);
  if (isRefusal(read)) return read;
  const streetRows = await readSource(gathering, 'streets', readStreets);
  if (isRefusal(streetRows)) return streetRows;
  const streets = makeStreetOptions(read.cities, streetRows.streets, { knownCodes: knownCityCodes(gathering.request) });
  if (isRefusal(streets)) return streets;
  const cities = makeCityOptions(read.cities, streets.options);
  return {
    options: {
      cities: withFacts(read, cities),
      citiesEnglish: withFacts({ ...read, warnings: [] }, makeEnglishCityOptions(read.cities, streets.options)),
      streets: withFacts(streetRows, streets),
    },
  };
}

/** None when somebody accepted what comes. */
function knownCityCodes({ sets, sources, current, accepted = [] }: GatherRequest): ReadonlySet<unknown> {
  const set = sets.find(({ key }) => key === 'cities');
  if (set === undefined || placeKeys.some((key) => accepted.includes(key))) return new Set();
  const { options } = readCurrent(current[set.id], describeSource(set, sources));
  return new Set(options.map(({ data }) => data?.['code']));
}

function readCitiesOnce(gathering: Gathering) {
  gathering.cities ??= readSource(gathering, 'cities', readCities);
  return gathering.cities;
}

async function makeBranchFamily(
  gathering: Gathering,
  family: { source: SourceKey; banks: MaintainedSetKey; branches: MaintainedSetKey },
): Promise<Family | Refusal> {
  const { today } = gathering.request;
  const read = await readSource(gathering, family.source, (pages) => readBranches(pages, { today }));
  if (isRefusal(read)) return read;
  return {
    options: {
      [family.banks]: makeBankOptions(read.banks, read.branches),
      [family.branches]: { ...withFacts(read, makeBranchOptions(read.branches)), date: read.date },
    },
  };
}

function withFacts(read: SourceFacts & { readonly warnings: readonly string[] }, made: Made<Option>): Made<Option> {
  const { badBytes, ending } = read;
  return { ...made, warnings: [...badBytes, ...read.warnings, ...made.warnings], badBytes, ending };
}

async function makeInstitutions(gathering: Gathering): Promise<Family | Refusal> {
  const institutions = await readSource(gathering, 'institutions', (pages, { isGiven = false }) =>
    makeInstitutionOptions(pages, { allowsLines: isGiven }),
  );
  return isRefusal(institutions) ? institutions : { options: { institutions } };
}

/** The cities give each locality its name; the year after this one always has at least a copy. */
async function makeTaxFamily(gathering: Gathering): Promise<Family | Refusal> {
  const { request, fetcher } = gathering;
  const cities = await citiesOfService(gathering);
  if (isRefusal(cities)) return refuse(`the names of cities are not known: ${cities.refusal}`);
  const { floor = 0, anchors } = request.sets.find(({ key }) => key === 'taxLocalities') ?? {};
  const address = request.sources.taxLocalities[0];
  const nameOf = createCityNamer(cities);
  const gathered = await gatherTaxYears({
    address,
    fetcher,
    today: request.today,
    known: request.taxYears,
    floor,
    anchors,
    isCity: (locality) => nameOf(locality) !== undefined,
    isAccepted: request.accepted?.includes('taxLocalities') === true,
  });
  const { canBeAccepted } = gathered;
  if (gathered.years.length === 0) return refuse(gathered.problem ?? 'no tax year has a list', { canBeAccepted });
  const lastYear = Number(request.today.slice(0, 4)) + 1;
  const taxLocalities = makeTaxLocalityOptions(gathered.years, { cities, lastYear });
  const warnings = [...gathered.warnings, ...taxLocalities.warnings];
  return {
    options: { taxLocalities: { ...taxLocalities, warnings } },
    taxYears: gathered.read,
    problem: gathered.problem,
    canBeAccepted,
  };
}

/** Those it has or is about to get. A list of cities that is refused names nothing, unless there never was another one. */
async function citiesOfService(gathering: Gathering): Promise<GatherRequest['currentCities'] | Refusal> {
  const { currentCities } = gathering.request;
  if (!gathering.bringsCities && currentCities.length > 0) return currentCities;
  const read = await readCitiesOnce(gathering);
  return isRefusal(read) ? read : read.cities;
}

async function readSource<T extends object>(
  { request, fetcher }: Gathering,
  key: SourceKey,
  read: (pages: readonly Uint8Array[], address: SourceAddress) => T | Refusal,
): Promise<T | Refusal> {
  const problems: string[] = [];
  for (const address of request.sources[key]) {
    try {
      const result = read(await fetcher.fetchPages(address), address);
      if (!isRefusal(result)) return result;
      problems.push(`${address.url ?? address.package?.url}: ${result.refusal}`);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return refuse(problems.join('; '));
}
