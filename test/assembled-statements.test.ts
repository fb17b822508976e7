// docs/statements.sql holds the whole text of each statement that is put together from pieces. `npx vitest run --project project
// test/assembled-statements.test.ts -u` updates it.
import { expect, test } from 'vitest';
import { listAssembled } from './support/assembled-statements.ts';
import { listPlacesOfPieces } from './support/list-statements.ts';

const heading = `-- Statements of Formstead that are put together from pieces, as the server gets them: of each one the variants that differ.
-- Those that always have one text stand in src/server/store as they are. Written by a test: do not edit.
`;

/** Called by others: their texts are in those of the functions that call them. */
const innerPlaces = [
  'audit.ts matches',
  'count-entries.ts sumCounters',
  'entries.ts changedAt',
  'find-skip-position.ts findAtPlace',
  'list-entries.ts isFewChanged',
  'list-entries.ts pageQuery',
  'list-entries.ts whereOf',
  'list-markers.ts whereOf',
  'outbox.ts outboxPart',
  'quotas.ts makeParts',
  'upload-quotas.ts isOf',
];

test('[house] sql: the whole text of every statement that is put together from pieces is in docs/statements.sql', async () => {
  const all = await listAssembled();
  const texts = all.map(({ name, text }) => `-- ${name}\n${tidy(text)};\n`);
  await expect([heading, ...texts].join('\n')).toMatchFileSnapshot('../docs/statements.sql');
});

test('[house] sql: no function that puts a statement together is missing in docs/statements.sql', async () => {
  const listed = new Set((await listAssembled()).map(({ name }) => name.split(':')[0]?.replace(/^.*\//, '')));
  expect(listPlacesOfPieces().filter((place) => !listed.has(place))).toEqual(innerPlaces);
});

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const kept = lines.filter((line) => line !== '');
  const indent = Math.min(...kept.slice(1).map((line) => /^ */.exec(line)?.[0].length ?? 0));
  return kept.map((line, at) => (at === 0 ? line.trimStart() : line.slice(Math.max(0, indent - 2)))).join('\n');
}
