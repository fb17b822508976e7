// Words that were replaced by plainer ones do not come back: names in code, files, sentences in documents, texts of the
// interface and of the OpenAPI document. CONTRIBUTING.md says how the code reads.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { tableWords } from '../src/server/export/table/table-words.ts';
import { pdfWords } from '../src/words/all/server/pdf.ts';

/** Names of things in code; each is followed by what it is called now. */
const oldNames: Readonly<Record<string, string>> = {
  'deeds?|BuilderDeeds|useFormDeeds|createDeeds': 'actions',
  'EndOfTurn|createEndOfTurn|endOfTurn': 'TickBatch',
  'Ways(?= \\{|;|\\))': 'RouteContext',
  'createTurns|createGate': 'createFairLimiter',
  forEachAtOnce: 'eachLimited',
  'adoptFiles|FilesToAdopt': 'attachFiles',
  'addColleague|listColleagues|removeColleague': 'addUser',
  'Answer(?=\\.of|>| \\{ (?!extends))|AnswerHeaders|ApiAnswer|SendAnswer|DownloadAnswer': 'ApiResponse',
  'Fault(?= error=)|faultText|useFaultText|PdfFault|JsonFault': 'ErrorNotice',
  'goneBack|isGoingBack': 'onPopState',
  'KeptDraft|KeptPlace|findKept|openKeptDraft': 'StoredDraft',
  'FormWorld|Spot': 'FormHost, FieldCache',
  tellHeight: 'reportHeight',
  'pastimes|lastWords|grave': 'warmUps, stderrTail, tombstone',
  'SheetEnd|useEntrySheet|EntrySheet': 'TablePager',
  'PageHead|FormHead|AccountHead': 'PageHeader',
  'forgetOldRows|requestForForm|RequestForForm': 'deleteOldRows',
  'withoutEditing|withDeletedFiles': 'readOnlyForm, includeDeletedFiles',
  'OptionsPiece|replacePieces|insertPieces|listPieces': 'OptionsChunk',
  'underWay|maxUnderWay': 'inFlight',
  'calmly|tellStart|keepPlace|WorkAtRest|createWorkAtRest|LaterPart':
    'debounce, reportStart, saveScroll, IdleWork, DeferredPart',
  placeFlags: 'connectionFlags',
};

const oldFiles =
  /calmly|tell-start|(?:keep|show)-place|work-at-rest|later-part|deed|end-of-turn|for-each-at-once|colleague|tell-height|sheet-end|entry-sheet|(?:form|account|page)-head\.|(?:pdf|chart|journey)-words|written-name|forget-old|request-for-form|read-search|without-editing|with-deleted|lists-of-columns|list-properties|kept-draft|adopt-files|(?:answer|error)-(?:headers|answer|parts)\./;

/** Sentences and texts, wherever they stand. */
const oldPhrases = [
  'the way of an? (?:api )?(?:request|submit)',
  'and the way back down',
  'go together \\(',
  'a minute an address',
  'they lie in',
  'stands in the entry',
  'how quick the fill page',
  'when it does not start',
  'watching it',
  '^## sums$',
  'told are',
  '(?:is|are) no (?:json|draft|expressions?|object|array)\\b',
  '\\banew\\b',
  'get leave to',
  "summary: '(?:make|name) an?\\b",
  "how far an export is'",
  'what the entries of a form say',
  'whether a value is one of',
  'throw them away',
  "'done again\\.",
  'to be put right',
  'another element is called so',
  'a day and an hour',
  'so many (?:rows|files|characters)',
  'largest size, in',
  'somebody without sign-in',
  'a person of this account',
  'chosen days',
  'no form holds',
  'what to do with \\{',
  'light or dark as',
  'make this form',
  'your menu',
  "\\bcolou?rs?: 'colours",
];

/** Texts of the management app that were one odd word. */
const oldLabels = /: '(?:Facts|Holds|Happens|Rich|An hour|no address|Looks|Colours)',/;

const files = ['.', 'src', 'test', 'bench', 'scripts', 'docs']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((path) =>
      join(folder, path).replaceAll('\\', '/'),
    ),
  )
  .filter((file) => /\.(?:tsx?|m[jt]s|md|css)$/.test(file))
  // Migrations that have landed are never edited; CHANGELOG.md tells of what was.
  .filter((file) => !/plain-english\.test|\/migrations\/|^CHANGELOG/.test(file));

function linesWith(pattern: RegExp, isWanted: (file: string) => boolean): string[] {
  return files.filter(isWanted).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (!pattern.test(text)) return [];
    return text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []));
  });
}

test('[house] words: names that were replaced do not come back', () => {
  const names = new RegExp(`\\b(?:${Object.keys(oldNames).join('|')})(?!\\w)`);
  expect(linesWith(names, (file) => /\.(?:tsx?|m[jt]s)$/.test(file))).toEqual([]);
  expect(files.filter((file) => oldFiles.test(basename(file)))).toEqual([]);
});

test('[house] words: sentences and texts that were replaced do not come back', () => {
  expect(linesWith(new RegExp(oldPhrases.join('|'), 'im'), () => true)).toEqual([]);
  expect(linesWith(oldLabels, (file) => file.startsWith('src/admin/'))).toEqual([]);
});

/** Rooms whose comments were reworded as a whole: a sentence names what it is about. */
const plainRooms = /^src\/server\/(?:http|base|program)\/.*(?<!\.test)\.ts$/;
const vagueComment = /(?:\/\/|^ *\*|\/\*).*\b(?:whoever|nobody|somebody|anybody|told)\b|^\s*(?:\/\*\*|\/\/) Of /i;

test('[house] words: comments of http, base and program have a subject', () => {
  expect(linesWith(vagueComment, (file) => plainRooms.test(file))).toEqual([]);
});

test('[house] words: what was saved and not sent is a draft, on the page, in exports and in PDFs', () => {
  for (const [locale, word] of [['en', 'Draft'] as const, ['he', 'טיוטה'] as const]) {
    const words = [appWords(locale).status.saved, tableWords(locale).statuses.saved, pdfWords[locale].saved];
    expect(words).toEqual([word, word, word]);
  }
});

function appWords(locale: string): { readonly status: { readonly saved: string } } {
  return JSON.parse(readFileSync(join('src/words', locale, 'admin', 'entries.json'), 'utf8'));
}
