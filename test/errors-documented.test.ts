// docs/errors.md lists exactly the error catalogue, and every text that may be translated is.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  errorCatalogue,
  type Situation,
  type SituationName,
  situationText,
} from '../src/server/base/error-catalogue.ts';
import { errorsWords } from '../src/words/all/server/errors.ts';

const names = Object.keys(errorCatalogue) as SituationName[];
const [, catalogueText = ''] = readFileSync('docs/errors.md', 'utf8').split('## The catalogue');
const rows = [...catalogueText.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.+?) \|/gm)];

test('[errors.catalogue] the document and the catalogue name the same errorCatalogue, statuses and texts', () => {
  const documented = Object.fromEntries(rows.map(([, name, status, text]) => [name, `${status} ${text}`]));
  const catalogue = Object.fromEntries(
    names.map((name) => [name, `${errorCatalogue[name].status} ${situationText(name, 'en')}`]),
  );
  expect(documented).toEqual(catalogue);
});

test('[errors.language] every situation has its text in the catalogues of words, but for those that are English in every locale', () => {
  const english = names.filter((name) => (errorCatalogue[name] as Situation).english !== undefined);
  expect(Object.keys(errorsWords.en).sort()).toEqual(names.filter((name) => !english.includes(name)).sort());
  const refusals = english.filter((name) => [403, 404].includes(errorCatalogue[name].status));
  expect(refusals).toEqual(['formClosedByOwner']);
});
