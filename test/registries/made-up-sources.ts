// Small registries that are made here, in the columns of the real ones.
import type { BrokenSource } from './broken-variants.ts';

const syllables = [
  'בא',
  'גב',
  'דר',
  'הר',
  'זי',
  'חל',
  'טב',
  'יר',
  'כפ',
  'לב',
  'מע',
  'נו',
  'סע',
  'עי',
  'פר',
  'צו',
  'קר',
  'רמ',
  'שד',
  'תל',
];
const name = (number: number) =>
  [number % 20, Math.floor(number / 20) % 20, Math.floor(number / 400) % 20].map((at) => syllables[at]).join('');
const count = <Item>(length: number, make: (i: number) => Item): Item[] => Array.from({ length }, (_, i) => make(i));

const cityCode = (i: number) => String(100 + i * 7);

export const citySource: BrokenSource = {
  table: {
    headers: ['city_code', 'city_name_he', 'city_name_en', 'region_code'],
    rows: count(150, (i) => [cityCode(i), name(i * 11), `TOWN ${i}`, String(i % 6)]),
  },
  needed: ['city_code', 'city_name_he', 'city_name_en'],
  swapped: [
    ['city_code', 'region_code'],
    ['city_name_he', 'city_name_en'],
    ['city_code', 'city_name_he'],
  ],
};

export const streetSource: BrokenSource = {
  table: {
    headers: ['city_code', 'city_name', 'street_code', 'street_name'],
    rows: count(900, (i) => [cityCode(i % 150), name((i % 150) * 11), String(9_000 - i), name(i)]),
  },
  needed: ['city_code', 'street_name'],
  swapped: [
    ['city_code', 'street_code'],
    ['city_name', 'street_name'],
    ['city_code', 'street_name'],
  ],
};

function branchSource(text: (number: number) => string): BrokenSource {
  const headers = ['Bank_Code', 'Bank_Name', 'Branch_Code', 'Branch_Name', 'Branch_Address', 'City', 'Close_Date'];
  return {
    table: {
      headers,
      rows: count(600, (i) => {
        const bank = i % 24;
        const where = `${text(i * 3)} ${1 + (i % 90)}`;
        return [String(bank + 3), `${text(bank * 5)} bank`, String(i), text(i), where, text(i % 40), ''];
      }),
    },
    needed: headers,
    swapped: [
      ['Bank_Code', 'Branch_Code'],
      ['Bank_Name', 'Branch_Name'],
      ['Branch_Name', 'Branch_Address'],
      ['Branch_Address', 'City'],
      ['Bank_Code', 'Bank_Name'],
    ],
  };
}

const letters = 'bcdfghklmnprstvz';
const englishName = (number: number) =>
  [number % 16, Math.floor(number / 16) % 16, Math.floor(number / 256) % 16].map((at) => `${letters[at]}a`).join('');

export const hebrewBranches = branchSource(name);
export const englishBranches = branchSource(englishName);

/** Of the cities above. */
export const taxSource: BrokenSource = {
  table: { headers: ['code', 'name'], rows: count(120, (i) => [cityCode(i), name(i * 11)]) },
  needed: ['name'],
  swapped: [['code', 'name']],
};

export const institutionSource: BrokenSource = {
  table: { headers: ['institution_name'], rows: count(60, (i) => [`מכללת ${name(i * 11)}`]) },
  needed: ['institution_name'],
  swapped: [['institution_name', 'institution_name']],
};
