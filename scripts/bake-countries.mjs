// Writes the countries that the service starts with from the packages that have them: `node scripts/bake-countries.mjs`, after those
// packages got a new version. What is written is checked in; a test compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { iso31661, iso31663 } from 'iso-3166';

const file = resolve(import.meta.dirname, '../src/server/registries/seed-data/countries.json');

export function bakeCountries() {
  const [hebrew, english] = [readNames('he'), readNames('en')];
  const countries = iso31661.map(({ alpha2 }) => [alpha2, hebrew[alpha2] ?? '', english[alpha2] ?? '']);
  const former = iso31663.map(({ alpha4, from }) => [alpha4, from.name]);
  const rows = (list) => list.map((row) => JSON.stringify(row)).join(',\n');
  return `{\n"countries": [\n${rows(countries)}\n],\n"former": [\n${rows(former)}\n]\n}\n`;
}

function readNames(locale) {
  const path = createRequire(import.meta.url).resolve(`cldr-localenames-full/main/${locale}/territories.json`);
  return JSON.parse(readFileSync(path, 'utf8')).main[locale].localeDisplayNames.territories;
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, bakeCountries());
