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
  readonly anchors?: Anchors;
}

/** Facts that every right list of a set agrees with, so that a first list can be checked although there is none before it. */
export interface Anchors {
  /** Options that are there: with this text in the value, and this data. */
  readonly known?: readonly { readonly value: string; readonly data?: Readonly<Record<string, unknown>> }[];
  /** Values that are in lists of the same kind, but never in this one. */
  readonly foreign?: readonly string[];
  /** Most values have one of these words. */
  readonly words?: RegExp;
}

/** The account the maintained sets belong to. No user is in it, so every account reads them and none writes them. */
export const maintainingAccount = '5e7500000000000000000000';

export const countryCount = 249;
export const formerCountryCount = 31;
const allCountryCount = countryCount + formerCountryCount;

const largeCities: readonly (readonly [code: number, name: string, nameEnglish: string])[] = [
  [3000, 'ירושלים', 'JERUSALEM'],
  [5000, 'תל אביב - יפו', 'TEL AVIV - YAFO'],
  [4000, 'חיפה', 'HAIFA'],
  [8300, 'ראשון לציון', 'RISHON'],
  [70, 'אשדוד', 'ASHDOD'],
  [7400, 'נתניה', 'NETANYA'],
  [6600, 'חולון', 'HOLON'],
  [8600, 'רמת גן', 'RAMAT GAN'],
  [8400, 'רחובות', 'REHOVOT'],
  [6200, 'בת ים', 'BAT YAM'],
  [7300, 'נצרת', 'NAZARETH'],
  [6700, 'טבריה', 'TIBERIAS'],
];

const streetsByCity: Readonly<Record<string, readonly string[]>> = {
  'תל אביב - יפו': ['דיזנגוף', 'אלנבי', 'אבן גבירול'],
  ירושלים: ['יפו', 'בן יהודה', 'עמק רפאים'],
  חיפה: ['הרצל'],
  'ראשון לציון': ['הרצל'],
  אשדוד: ['הציונות'],
  נתניה: ['הרצל'],
  'רמת גן': ['ביאליק'],
  חולון: ['סוקולוב'],
};

const largeBanks: readonly (readonly [code: number, name: string, nameEnglish: string])[] = [
  [10, 'לאומי', 'leumi'],
  [12, 'הפועלים', 'hapoalim'],
  [11, 'דיסקונט', 'discount'],
  [20, 'מזרחי', 'mizrahi'],
  [31, 'הבינלאומי', 'international'],
  [4, 'יהב', 'yahav'],
  [54, 'ירושלים', 'jerusalem'],
  [46, 'מסד', 'massad'],
];

const banksOf = (at: 1 | 2): Anchors => ({
  known: largeBanks.map((bank) => ({ value: bank[at], data: { code: bank[0] } })),
});

export const allMaintainedSets: readonly MaintainedSet[] = [
  {
    key: 'cities',
    id: '5e7500000000000000000001',
    name: 'Cities in Israel',
    nameHebrew: 'יישובים בישראל',
    sources: ['cities', 'streets'],
    floor: 1_000,
    anchors: { known: largeCities.map(([code, value]) => ({ value, data: { code } })) },
  },
  {
    key: 'citiesEnglish',
    id: '5e7500000000000000000002',
    name: 'Cities in Israel, in English',
    nameHebrew: 'יישובים בישראל, באנגלית',
    sources: ['cities', 'streets'],
    floor: 1_000,
    anchors: { known: largeCities.map(([code, , value]) => ({ value, data: { code } })) },
  },
  {
    key: 'streets',
    id: '5e7500000000000000000003',
    name: 'Streets in Israel',
    nameHebrew: 'רחובות בישראל',
    sources: ['cities', 'streets'],
    floor: 40_000,
    anchors: {
      known: Object.entries(streetsByCity).flatMap(([city, names]) =>
        names.map((value) => ({ value, data: { city } })),
      ),
    },
  },
  {
    key: 'banks',
    id: '5e7500000000000000000004',
    name: 'Banks in Israel',
    nameHebrew: 'בנקים בישראל',
    sources: ['branches'],
    floor: 10,
    anchors: banksOf(1),
  },
  {
    key: 'banksEnglish',
    id: '5e7500000000000000000005',
    name: 'Banks in Israel, in English',
    nameHebrew: 'בנקים בישראל, באנגלית',
    sources: ['branchesEnglish'],
    floor: 10,
    anchors: banksOf(2),
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
    anchors: {
      known: ['עכו', 'דימונה', 'שדרות', 'רהט', 'צפת', 'נתיבות', 'ערד', 'כרמיאל', 'בית שאן', 'קצרין', 'ירוחם'].map(
        (value) => ({
          value,
        }),
      ),
      foreign: largeCities.slice(0, 10).map(([, name]) => name),
    },
  },
  {
    key: 'institutions',
    id: '5e750000000000000000000d',
    name: 'Institutions of higher education',
    nameHebrew: 'מוסדות להשכלה גבוהה',
    sources: ['institutions'],
    floor: 40,
    anchors: { words: /אוניברסיט|מכלל|אקדמ|מכון|סמינר|טכניון|בית ספר|בית הספר/ },
  },
];
