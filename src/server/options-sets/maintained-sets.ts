// The thirteen sets the service maintains: fixed ids, which never change,
// names, the public sources each is made of, and how many options a believable refresh brings.
// [options-sets.maintained]

/** Keys of the file that SETS_SOURCES names. */
export type SourceKey = 'cities' | 'streets' | 'branches' | 'branchesEnglish' | 'taxLocalities' | 'institutions';

export type MaintainedSetKey =
  | 'cities'
  | 'citiesEnglish'
  | 'streets'
  | 'banks'
  | 'banksEnglish'
  | 'branches'
  | 'branchesEnglish'
  | 'countries'
  | 'countriesEnglish'
  | 'countriesFormer'
  | 'countriesFormerEnglish'
  | 'taxLocalities'
  | 'institutions';

export interface MaintainedSet {
  readonly key: MaintainedSetKey;
  readonly id: string;
  readonly name: string;
  readonly nameHebrew: string;
  /** Empty: made of packages that come with the service. */
  readonly sources: readonly SourceKey[];
  /** Fewer options than this (for tax localities: in one year) mean a partial or changed source. */
  readonly floor: number;
  /** The list is closed: more options are as wrong as fewer. */
  readonly isExact?: boolean;
}

/** The account the maintained sets belong to. No user is in it, so every account reads them and none writes them. */
export const maintainingAccount = '5e7500000000000000000000';

export const countryCount = 249;
export const formerCountryCount = 31;
const allCountryCount = countryCount + formerCountryCount;

export const allMaintainedSets: readonly MaintainedSet[] = [
  {
    key: 'cities',
    id: '5e7500000000000000000001',
    name: 'Cities in Israel',
    nameHebrew: 'יישובים בישראל',
    sources: ['cities', 'streets'],
    floor: 1_000,
  },
  {
    key: 'citiesEnglish',
    id: '5e7500000000000000000002',
    name: 'Cities in Israel, in English',
    nameHebrew: 'יישובים בישראל, באנגלית',
    sources: ['cities', 'streets'],
    floor: 1_000,
  },
  {
    key: 'streets',
    id: '5e7500000000000000000003',
    name: 'Streets in Israel',
    nameHebrew: 'רחובות בישראל',
    sources: ['cities', 'streets'],
    floor: 40_000,
  },
  {
    key: 'banks',
    id: '5e7500000000000000000004',
    name: 'Banks in Israel',
    nameHebrew: 'בנקים בישראל',
    sources: ['branches'],
    floor: 10,
  },
  {
    key: 'banksEnglish',
    id: '5e7500000000000000000005',
    name: 'Banks in Israel, in English',
    nameHebrew: 'בנקים בישראל, באנגלית',
    sources: ['branchesEnglish'],
    floor: 10,
  },
  {
    key: 'branches',
    id: '5e7500000000000000000006',
    name: 'Bank branches in Israel',
    nameHebrew: 'סניפי בנק בישראל',
    sources: ['branches'],
    floor: 800,
  },
  {
    key: 'branchesEnglish',
    id: '5e7500000000000000000007',
    name: 'Bank branches in Israel, in English',
    nameHebrew: 'סניפי בנק בישראל, באנגלית',
    sources: ['branchesEnglish'],
    floor: 800,
  },
  {
    key: 'countries',
    id: '5e7500000000000000000008',
    name: 'Countries',
    nameHebrew: 'מדינות',
    sources: [],
    floor: countryCount,
    isExact: true,
  },
  {
    key: 'countriesEnglish',
    id: '5e7500000000000000000009',
    name: 'Countries, in English',
    nameHebrew: 'מדינות, באנגלית',
    sources: [],
    floor: countryCount,
    isExact: true,
  },
  {
    key: 'countriesFormer',
    id: '5e750000000000000000000a',
    name: 'Countries, including former ones',
    nameHebrew: 'מדינות, כולל מדינות לשעבר',
    sources: [],
    floor: allCountryCount,
    isExact: true,
  },
  {
    key: 'countriesFormerEnglish',
    id: '5e750000000000000000000b',
    name: 'Countries, including former ones, in English',
    nameHebrew: 'מדינות, כולל מדינות לשעבר, באנגלית',
    sources: [],
    floor: allCountryCount,
    isExact: true,
  },
  {
    key: 'taxLocalities',
    id: '5e750000000000000000000c',
    name: 'Localities that qualify for a tax credit',
    nameHebrew: 'יישובים המזכים בהטבת מס',
    sources: ['taxLocalities', 'cities'],
    floor: 400,
  },
  {
    key: 'institutions',
    id: '5e750000000000000000000d',
    name: 'Institutions of higher education',
    nameHebrew: 'מוסדות להשכלה גבוהה',
    sources: ['institutions'],
    floor: 40,
  },
];
