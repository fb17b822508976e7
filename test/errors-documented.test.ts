// docs/errors.md lists exactly the error catalogue, and every text that may be translated is.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCatalogue, type Situation } from '../src/server/base/error-catalogue.ts';

const [, catalogueText = ''] = readFileSync('docs/errors.md', 'utf8').split('## The catalogue');
const rows = [...catalogueText.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.+?) \|/gm)];

test('[errors.catalogue] the document and the catalogue name the same errorCatalogue, statuses and texts', () => {
  const documented = Object.fromEntries(rows.map(([, name, status, text]) => [name, `${status} ${text}`]));
  const catalogue = Object.fromEntries(
    Object.entries(errorCatalogue).map(([name, { status, en }]) => [name, `${status} ${en}`]),
  );
  expect(documented).toEqual(catalogue);
});

test('[errors.language] every 403 and 404 text exists in Hebrew', () => {
  const untranslated = Object.entries(errorCatalogue as Record<string, Situation>)
    .filter(
      ([name, { status, he }]) =>
        (status === 403 || status === 404) && he === undefined && name !== 'formClosedByOwner',
    )
    .map(([name]) => name);
  expect(untranslated).toEqual([]);
});
