// Functions of the server that meet the text of entries: stored, searched, counted, exported, printed, with their files.
import { runAtOnce } from '../../src/core/definition/steps.ts';
import { fileNameText } from '../../src/core/text/file-name-text.ts';
import type { Answer } from '../../src/fields/answer.ts';
import { setValueLabel } from '../../src/fields/choice/set-value-label.ts';
import { answerCell } from '../../src/print/cell.ts';
import { joinRows, joinValues } from '../../src/print/join-cells.ts';
import { storedText } from '../../src/print/line.ts';
import { isAddress } from '../../src/print/text.ts';
import { draftTag, tagOfResponse } from '../../src/server/entries/draft-version.ts';
import { compareData } from '../../src/server/entries/history/compare-data.ts';
import { readBewit } from '../../src/server/entry-facts/bewit.ts';
import { readFilterDate } from '../../src/server/entry-facts/filter-date.ts';
import { exportFileName } from '../../src/server/export/export-file-name.ts';
import { sheetDates, textDates } from '../../src/server/export/table/date-cells.ts';
import { readByteRange } from '../../src/server/files/byte-range.ts';
import { isFileName } from '../../src/server/files/file-name.ts';
import { fitsForm } from '../../src/server/files/fits-form.ts';
import { isPictureId } from '../../src/server/files/pictures/picture-address.ts';
import { safeFileName } from '../../src/server/files/safe-file-name.ts';
import { isStorageKey } from '../../src/server/files/storage/storage-key.ts';
import { xmlDocument } from '../../src/server/files/storage-xml.ts';
import { readPolicy, signPolicy } from '../../src/server/files/upload-policy.ts';
import { countAddresses, writtenAddresses } from '../../src/server/forms/email-bounds.ts';
import { refuseOtherVersion } from '../../src/server/forms/form-version.ts';
import { estimateBytes } from '../../src/server/forms/load-form.ts';
import { cleanHtml, cleanOwnerHtml, cleanOwnerHtmlInSteps } from '../../src/server/html/clean-html.ts';
import { cleanStyle } from '../../src/server/html/clean-style.ts';
import { escapeHtml } from '../../src/server/html/escape-html.ts';
import { contentDisposition, isShownInline, signedDisposition } from '../../src/server/http/content-disposition.ts';
import { createCrossTab } from '../../src/server/insight/cross-tab.ts';
import { colorHex } from '../../src/server/pdf/color-hex.ts';
import { printable } from '../../src/server/pdf/font-coverage.ts';
import {
  breakLongRuns,
  isolateNumbers,
  plainText,
  printText,
  setText,
  textDirection,
  withFewMarks,
} from '../../src/server/pdf/printed-text.ts';
import { readRichText } from '../../src/server/pdf/rich-text.ts';
import { drawSignature } from '../../src/server/pdf/signature-drawing.ts';
import { openTextBudget } from '../../src/server/pdf/text-budget.ts';
import { valueText } from '../../src/server/pdf/value-text.ts';
import { hashText, termsOfText } from '../../src/server/search/entry-terms.ts';
import { compareFolded, foldAnswer } from '../../src/server/search/fold-answer.ts';
import { compareOrder, isIdStart, numberOfWord, wordTest } from '../../src/server/search/match-entry.ts';
import { readEntrySearch } from '../../src/server/search/parse-search.ts';
import { findPath, keptSearchPaths } from '../../src/server/search/search-paths.ts';
import { columnWidths } from '../../src/tables/write/column-widths.ts';
import { defuseCell, endsAtSeparator } from '../../src/tables/write/defuse-cell.ts';
import { escapeXml, rowWriter, sheetStart } from '../../src/tables/write/sheet-xml.ts';
import { Utf8Writer } from '../../src/tables/write/utf8-writer.ts';
import { createRowWriter } from '../../src/tables/write/write-csv.ts';
import { answersWords } from '../../src/words/all/answers.ts';
import { chunksOf, entryOf, head, key, plan, type TextFunction } from './measured-form.ts';

const countryField = {
  type: 'fSelect',
  name: 'country',
  options: { url: '/v1.0/optionsSet/5e7500000000000000000008/autocomplete' },
} as const;
const asText = (iso: string) => iso;
const cellStyle = { isLabelled: true, words: answersWords.en, date: asText, dateText: asText };
const listOf = (text: string): Answer => ({
  kind: 'list',
  items: chunksOf(text).map((value) => ({ kind: 'text', value: String(value) })),
  isRanked: true,
});

export const entryFunctions: Readonly<Record<string, TextFunction>> = {
  'server/html/clean-html.ts cleanHtml': cleanHtml,
  'server/html/clean-html.ts cleanOwnerHtml': cleanOwnerHtml,
  'server/html/clean-html.ts cleanOwnerHtmlInSteps': (text) => runAtOnce(cleanOwnerHtmlInSteps(text)),
  'server/html/clean-style.ts cleanStyle': cleanStyle,
  'server/entries/draft-version.ts draftTag': draftTag,
  'server/entries/draft-version.ts tagOfResponse': (text) =>
    void tagOfResponse(JSON.stringify({ entry: { data: { text } } })),
  'server/entry-facts/filter-date.ts readFilterDate': readFilterDate,
  'server/entry-facts/bewit.ts readBewit': (text) => readBewit(text, { entry: 'x', key, now: 0 }),
  'server/search/entry-terms.ts hashText': hashText,
  'server/search/entry-terms.ts termsOfText': (text) => termsOfText(`${text}...`),
  'server/search/fold-answer.ts foldAnswer': foldAnswer,
  'server/search/fold-answer.ts compareFolded': (text) => compareFolded(text, `${text} `),
  'server/search/match-entry.ts compareOrder': (text) => compareOrder(text, `${text} `),
  'server/search/match-entry.ts isIdStart': isIdStart,
  'server/search/match-entry.ts numberOfWord': numberOfWord,
  'server/search/match-entry.ts wordTest': wordTest,
  'server/search/parse-search.ts readEntrySearch': (text) =>
    readEntrySearch({ search: text.slice(0, 200), where: text, sort: text }, { plan, definition: {} }),
  'server/search/search-paths.ts findPath': (text) => findPath(keptSearchPaths(plan), text),
  'server/html/escape-html.ts escapeHtml': escapeHtml,
  'tables/write/column-widths.ts columnWidths': (text) => columnWidths([text], [undefined], [[text], [text]]),
  'tables/write/defuse-cell.ts defuseCell': defuseCell,
  'tables/write/defuse-cell.ts endsAtSeparator': endsAtSeparator,
  'server/export/export-file-name.ts exportFileName': (text) =>
    exportFileName({ id: 'x', definition: { name: text } } as never, 'csv', new Date(0)),
  'tables/write/sheet-xml.ts escapeXml': escapeXml,
  'tables/write/sheet-xml.ts rowWriter': (text) => rowWriter(2)(new Utf8Writer(), [text, text], 1),
  'tables/write/sheet-xml.ts sheetStart': (text) => sheetStart([text, text], { isRightToLeft: true, isFirst: true }),
  'server/export/table/date-cells.ts textDates': (text) => textDates('Asia/Jerusalem')(text, 'dt'),
  'server/export/table/date-cells.ts sheetDates': (text) => sheetDates('Asia/Jerusalem')(text, 'dt'),
  'core/text/file-name-text.ts fileNameText': fileNameText,
  'fields/choice/set-value-label.ts setValueLabel': (text) => setValueLabel(countryField, `${text} | IL`),
  'print/cell.ts answerCell': (text) => answerCell(listOf(text), cellStyle, ({ name }) => name),
  'print/line.ts storedText': (text) => [storedText(text), storedText({ text })],
  'print/text.ts isAddress': isAddress,
  'print/join-cells.ts joinValues': (text) => joinValues([text, text]),
  'print/join-cells.ts joinRows': (text) => joinRows([text, text]),
  'tables/write/write-csv.ts createRowWriter': (text) => createRowWriter(new Utf8Writer())([text, text]),
  'server/files/byte-range.ts readByteRange': (text) => readByteRange(`bytes=${text}`, 10),
  'server/http/content-disposition.ts contentDisposition': (text) =>
    contentDisposition({ name: text, contentType: text }),
  'server/http/content-disposition.ts isShownInline': isShownInline,
  'server/http/content-disposition.ts signedDisposition': (text) =>
    signedDisposition({ name: text, contentType: text }),
  'server/files/file-name.ts isFileName': isFileName,
  'server/files/fits-form.ts fitsForm': (text) => fitsForm(plan, { name: text, size: 1, type: text }),
  'server/files/storage-xml.ts xmlDocument': (text) => xmlDocument('Error', { Message: text }),
  'server/files/storage/storage-key.ts isStorageKey': isStorageKey,
  'server/files/upload-policy.ts signPolicy': (text) => signPolicy(text, key),
  'server/files/upload-policy.ts readPolicy': (text) => readPolicy(text, text, key),
  'server/forms/email-bounds.ts countAddresses': (text) => countAddresses([text]),
  'server/forms/email-bounds.ts writtenAddresses': writtenAddresses,
  'server/forms/form-version.ts refuseOtherVersion': (text) => refuseOtherVersion(text, 1),
  'server/forms/load-form.ts estimateBytes': estimateBytes,
  'server/entries/history/compare-data.ts compareData': (text) => compareData(entryOf(text), entryOf(`${text}x`)),
  'server/insight/cross-tab.ts createCrossTab': (text) => {
    const cross = createCrossTab(plan, { rows: 'select', columns: 'boxes' });
    if ('add' in cross)
      for (const boxes of [[text], chunksOf(text).map((_, at) => at)]) cross.add({ select: text, boxes });
    return ['add' in cross && cross.finish(), createCrossTab(plan, { rows: head(text), columns: head(text) })];
  },
  'server/pdf/color-hex.ts colorHex': (text) => [colorHex(text), colorHex(`rgb(1${text}`)],
  'server/pdf/font-coverage.ts printable': (text) => printable(text, (codePoint) => codePoint % 2 === 0),
  'server/files/safe-file-name.ts safeFileName': (text) => safeFileName({ title: text, layout: text }),
  'server/pdf/text-budget.ts openTextBudget': (text) => openTextBudget('en').lines(setText(text, {})),
  'server/pdf/printed-text.ts breakLongRuns': (text) => breakLongRuns(text, 26),
  'server/pdf/printed-text.ts isolateNumbers': isolateNumbers,
  'server/pdf/printed-text.ts plainText': plainText,
  'server/pdf/printed-text.ts printText': (text) => printText(text),
  'server/pdf/printed-text.ts setText': (text) => setText(text, {}),
  'server/pdf/printed-text.ts textDirection': textDirection,
  'server/pdf/printed-text.ts withFewMarks': withFewMarks,
  'server/pdf/rich-text.ts readRichText': readRichText,
  'server/pdf/signature-drawing.ts drawSignature': (text) => drawSignature(`strokes:${text}`),
  'server/pdf/value-text.ts valueText': (text) => valueText({ kind: 'rich', blocks: readRichText(text) }),
  'server/files/pictures/picture-address.ts isPictureId': isPictureId,
};
