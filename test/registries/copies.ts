// Copies of the public registries as others published them on GitHub, and where: the file that each becomes in the folder of
// REGISTRY_COPIES. Data of others is not kept in this repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectBanks, expectPlaces, readElements, readLines, type Table } from './read-copies.ts';

const folder = process.env['REGISTRY_COPIES'] ?? '';
if (folder === '')
  throw new Error('REGISTRY_COPIES must name the folder with copies of the registries (test/registries/copies.ts).');

export const pathOf = (name: string) => join(folder, name);
export const bytesOf = (name: string): Uint8Array => readFileSync(pathOf(name));
const textOf = (name: string, encoding = 'utf-8') => new TextDecoder(encoding).decode(bytesOf(name));

/** royts/israel-cities israel-cities.json, March 2018: the first record has the names of the columns. */
export function readCities2018(): Table {
  const [names, ...records] = JSON.parse(textOf('cities-2018-03.json')) as Record<string, string>[];
  return {
    headers: Object.values(names!),
    rows: records.map((record) => Object.keys(names!).map((key) => record[key] ?? '')),
  };
}

/** NirTatcher/il-address-autocomplete, July 2026. */
export function readCities2026(): Table {
  const { cities } = JSON.parse(textOf('cities-2026-07.json')) as { cities: Record<string, unknown>[] };
  const headers = ['code', 'nameHe', 'nameEn', 'regionCode'];
  return { headers, rows: cities.map((city) => headers.map((name) => String(city[name] ?? ''))) };
}

/** ashishgithub2504/okbid, December 2018: the file of the Population Authority in windows-1255, a date before the header. */
export function readStreets2018(): Table {
  const [, headers = [], ...rows] = readLines(textOf('streets-2018-12.csv', 'windows-1255'), ',');
  return { headers, rows };
}

/** boazeng/newave-land-design data/streets.csv, March 2026. */
export function readStreets2026(): Table {
  const [headers = [], ...rows] = readLines(textOf('streets-2026-03.csv'), ',');
  return { headers, rows };
}

/** NirTatcher/il-address-autocomplete, July 2026. */
export function readStreetsLater(): Table {
  const [headers = [], ...rows] = textOf('streets-2026-07.tsv')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));
  return { headers, rows };
}

/** litalrab/bank-info (January 2020) and the Bank of Israel's clearing list of April 2026. */
export const readHebrewBranches = {
  '2020-01': () => readElements(textOf('branches-he-2020-01.xml'), 'BRANCH'),
  '2026-04': () => readElements(textOf('branches-he-2026-04.xml'), 'branch'),
};

/** EladHarizy/fluffy-octo-robot (July 2020) and February 2021. */
export const readEnglishBranches = {
  '2020-07': () => readElements(textOf('branches-en-2020-07.xml'), 'BRANCH'),
  '2021-02': () => readElements(textOf('branches-en-2021-02.xml'), 'BRANCH'),
};

/** NX1X/OpenTaxMap: the Tax Authority's booklets, and the localities that another program took from them. */
export const taxYears = [2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026];
export const bookletOf = (year: number | string) => `tax/booklet-${year}.pdf`;

export function readExtracted(year: number): { name: string; code: number | null }[] {
  return JSON.parse(textOf(`tax/raw-${year}.json`)) as { name: string; code: number | null }[];
}

/** A public seeder of about 2021: one name a line. */
export const institutionLines = () =>
  textOf('institutions-2021.txt')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Debian iso-codes 4.15. */
export function readIsoCodes(): { '1': { code: string }[]; '3': { code: string }[] } {
  return JSON.parse(textOf('iso-codes-4.15.json')) as { '1': { code: string }[]; '3': { code: string }[] };
}

export { expectBanks, expectPlaces };
