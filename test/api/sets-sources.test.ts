// SETS_SOURCES: a file that says where the maintained sets are read from.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readSources } from '../../src/server/registries/sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'formstead-sources-'));
const sourcesFile = join(folder, 'sources.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const writeSources = (sources: object) => writeFileSync(sourcesFile, JSON.stringify(sources));

test.each<[unknown, string]>([
  [[], 'is not a JSON object'],
  [{ towns: 'file:x' }, 'has the key "towns", but keys are: cities, streets,'],
  [{ cities: 1 }, 'must give an https: or file: address for "cities"'],
  [{ cities: 'ftp://example.com/x' }, 'must give an https: or file: address for "cities"'],
  [{ cities: 'http://example.com/x' }, 'must give an https: or file: address for "cities"'],
  [{ cities: 'cities.json' }, 'must give an https: or file: address for "cities"'],
])('[options-sets.maintained.sources] [running.settings] %j is refused with its name', (content, problem) => {
  writeFileSync(sourcesFile, JSON.stringify(content));
  expect(() => readSources(sourcesFile)).toThrow('SETS_SOURCES (flag --sets-sources): the file ');
  expect(() => readSources(sourcesFile)).toThrow(problem);
});

test('[options-sets.maintained.sources] [running.settings] no such file, no JSON, and what is not named stays public', () => {
  expect(() => readSources(join(folder, 'none.json'))).toThrow('cannot be read');
  writeFileSync(sourcesFile, '{');
  expect(() => readSources(sourcesFile)).toThrow('cannot be read');
  writeSources({ taxLocalities: 'file:tax/{year}.pdf', cities: 'https://example.com/a?b=1' });
  const { taxLocalities, cities: towns, streets: roads } = readSources(sourcesFile);
  expect(taxLocalities).toEqual([{ url: `${pathToFileURL(folder).href}/tax/{year}.pdf`, isGiven: true }]);
  expect(towns).toEqual([{ url: 'https://example.com/a?b=1', isGiven: true }]);
  expect(roads[0]?.url).toContain('https://data.gov.il/');
  expect(() => readSources(undefined)).not.toThrow();
});
