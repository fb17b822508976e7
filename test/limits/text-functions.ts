// Every function that meets callers' text, each as it is called. What is not here is in exempt-functions.ts, with its reason;
// test/text-functions-listed.test.ts compares both with the code.

import { compileAddress } from '../../src/core/address-template.ts';
import { outlineAnswers } from '../../src/core/answers/answer-outline.ts';
import { withAnswers } from '../../src/core/answers/answer-scope.ts';
import { guessPurpose, isAutofillPurpose } from '../../src/core/autofill-purposes.ts';
import { compileTools } from '../../src/core/compile-tools.ts';
import { countTexts } from '../../src/core/count-text.ts';
import { isProposedName, nameFromLabel } from '../../src/core/element-names.ts';
import { isElementProperty, listSlips, meantProperty } from '../../src/core/element-properties.ts';
import { openBudget } from '../../src/core/expression/budget.ts';
import { findTime } from '../../src/core/expression/date-value.ts';
import { filesIn } from '../../src/core/files-in-entry.ts';
import { fillText } from '../../src/core/fill-text.ts';
import { foldText } from '../../src/core/fold-text.ts';
import type { FormDefinition, JsonObject } from '../../src/core/form-definition.ts';
import { compileForm } from '../../src/core/form-plan.ts';
import { inspectEntry } from '../../src/core/inspect-entry.ts';
import { escapeHtml as escapeForHtml } from '../../src/core/literal-template.ts';
import { localeOf } from '../../src/core/locale.ts';
import { compileMessage } from '../../src/core/message-template.ts';
import { modelScope } from '../../src/core/model-scope.ts';
import { optionKey, readOptionList } from '../../src/core/option-list.ts';
import { isAccepted } from '../../src/core/options.ts';
import { pictureSize, picturesNamedIn } from '../../src/core/picture-address.ts';
import { printDate } from '../../src/core/print-date.ts';
import { serverItemText } from '../../src/core/server-item-texts.ts';
import { startsFormula } from '../../src/core/starts-formula.ts';
import { compileTemplate, readParts, textToInsert } from '../../src/core/template.ts';
import { isTimeZone } from '../../src/core/time-zone.ts';
import { applyUpdate } from '../../src/core/update-mode.ts';
import { isOfType } from '../../src/core/validation/file-limits.ts';
import { quoteName } from '../../src/core/validation/message.ts';
import { isEmail, isPhone, isWebAddress } from '../../src/core/validation/text-formats.ts';
import { validateEntry } from '../../src/core/validation/validate-entry.ts';
import { countryOfNumber, readPhone } from '../../src/core/values/calling-codes.ts';
import { readChoice } from '../../src/core/values/choice.ts';
import { cleanText, isBlank } from '../../src/core/values/clean-text.ts';
import { dateValue } from '../../src/core/values/date.ts';
import { decodeSignature } from '../../src/core/values/decode-signature.ts';
import { docValue } from '../../src/core/values/doc.ts';
import { deletedFilesIn } from '../../src/core/values/file.ts';
import { readNumber } from '../../src/core/values/number.ts';
import { phoneValue } from '../../src/core/values/phone.ts';
import { readText, textValue } from '../../src/core/values/text.ts';
import { readTypedNumber } from '../../src/core/values/typed-number.ts';
import { labelTexts, plainText as plainTextOf } from '../../src/import-forms/plain-text.ts';
import { parseCondition } from '../../src/import-forms/surveyjs/parse-condition.ts';
import { dateFormat } from '../../src/import-forms/xlsform/date-format.ts';
import { parseXPath } from '../../src/import-forms/xlsform/parse-xpath.ts';
import { readXPathTokens } from '../../src/import-forms/xlsform/xpath-tokens.ts';
import { addressGroup, networkGroup } from '../../src/server/address-group.ts';
import { cleanHtml, cleanOwnerHtml } from '../../src/server/clean-html.ts';
import { cleanStyle } from '../../src/server/clean-style.ts';
import { draftTag, tagOfResponse } from '../../src/server/entries/draft-version.ts';
import { readFilterDate } from '../../src/server/entries/filter-date.ts';
import { readBewit } from '../../src/server/entry-facts/bewit.ts';
import { hashText, termsOfText } from '../../src/server/entry-search/entry-terms.ts';
import { compareFolded, foldAnswer } from '../../src/server/entry-search/fold-answer.ts';
import { compareOrder, isIdStart, numberOfWord, wordTest } from '../../src/server/entry-search/match-entry.ts';
import { readEntrySearch } from '../../src/server/entry-search/parse-search.ts';
import { findPath, keptSearchPaths } from '../../src/server/entry-search/search-paths.ts';
import { escapeHtml } from '../../src/server/escape-html.ts';
import { columnWidths } from '../../src/server/export/column-widths.ts';
import { defuseCell, endsAtSeparator } from '../../src/server/export/defuse-cell.ts';
import { exportFileName } from '../../src/server/export/export-file-name.ts';
import { escapeXml, rowWriter, sheetStart } from '../../src/server/export/sheet-xml.ts';
import { sheetDates, textDates } from '../../src/server/export/table/date-cells.ts';
import { joinRows, joinValues } from '../../src/server/export/table/join-cells.ts';
import { Utf8Writer } from '../../src/server/export/utf8-writer.ts';
import { createRowWriter } from '../../src/server/export/write-csv.ts';
import { readByteRange } from '../../src/server/files/byte-range.ts';
import { contentDisposition, isShownInline, signedDisposition } from '../../src/server/files/content-disposition.ts';
import { isFileName } from '../../src/server/files/file-name.ts';
import { fitsForm } from '../../src/server/files/fits-form.ts';
import { isStorageKey } from '../../src/server/files/storage/storage-key.ts';
import { xmlDocument } from '../../src/server/files/storage-xml.ts';
import { readPolicy, signPolicy } from '../../src/server/files/upload-policy.ts';
import { countAddresses, writtenAddresses } from '../../src/server/forms/email-bounds.ts';
import { refuseOtherVersion } from '../../src/server/forms/form-version.ts';
import { estimateBytes } from '../../src/server/forms/load-form.ts';
import { compareData } from '../../src/server/history/compare-data.ts';
import { headerText } from '../../src/server/http/api-request.ts';
import { areQuickIds, readJsonParameters } from '../../src/server/http/checks.ts';
import { matchesTag } from '../../src/server/http/if-match.ts';
import {
  checkJsonDepth,
  readJsonBody,
  readJsonBodyInSteps,
  refuseProtoInFilter,
} from '../../src/server/http/json-body.ts';
import { endOfString, membersOf } from '../../src/server/http/json-members.ts';
import { fieldProjector, nextPageLink, readCursor, writeCursor } from '../../src/server/http/lists.ts';
import { readLocales } from '../../src/server/http/locales.ts';
import { refuseTwoHosts } from '../../src/server/http/one-host.ts';
import { parseJsonInSteps } from '../../src/server/http/parse-json-in-steps.ts';
import { readPlainParameters } from '../../src/server/http/plain-parameters.ts';
import { hashKeySecret } from '../../src/server/identity/authenticate.ts';
import { isCommonPassword } from '../../src/server/identity/common-passwords.ts';
import { findCookie } from '../../src/server/identity/cookies.ts';
import { readDevice } from '../../src/server/identity/device-cookie.ts';
import { decryptSecret, encryptSecret } from '../../src/server/identity/factors/factor-secret.ts';
import { newChallenge, readChallenge } from '../../src/server/identity/factors/passkey-challenge.ts';
import { hashRecoveryCode, readRecoveryCode } from '../../src/server/identity/factors/recovery-codes.ts';
import { totpOf } from '../../src/server/identity/factors/second-factor.ts';
import { findTotpStep, toBase32, totpCode, totpUri } from '../../src/server/identity/factors/totp.ts';
import { hashedEmail } from '../../src/server/identity/guess-limits.ts';
import { readLoginToken } from '../../src/server/identity/login-token.ts';
import { isCheaper } from '../../src/server/identity/password.ts';
import { findPasswordProblem } from '../../src/server/identity/password-rules.ts';
import { safeName } from '../../src/server/identity/person-emails.ts';
import { hashLinkToken, linkAddress } from '../../src/server/identity/person-links.ts';
import { findKeptSignIn, isStateOf } from '../../src/server/identity/provider/kept-sign-in.ts';
import { isSignature, readSignedText, signText } from '../../src/server/identity/secrets.ts';
import { findSessionToken } from '../../src/server/identity/session-cookie.ts';
import { createCrossTab } from '../../src/server/insight/cross-tab.ts';
import { requestText } from '../../src/server/log.ts';
import { htmlToText } from '../../src/server/mail/html-to-text.ts';
import { isMailAddress, readMailAddress, toHeaderText } from '../../src/server/mail/mail-address.ts';
import { hashedMailbox, mailboxOf } from '../../src/server/mail/mailbox.ts';
import { readBasicPassword } from '../../src/server/odata/basic-password.ts';
import { edmDate } from '../../src/server/odata/edm.ts';
import { readTokens, refuseAt } from '../../src/server/odata/filter-tokens.ts';
import { formTables } from '../../src/server/odata/form-tables.ts';
import { createNames, isIdentifier, nameColumns, toIdentifier } from '../../src/server/odata/identifiers.ts';
import { escapeXml as escapeForMetadata } from '../../src/server/odata/metadata.ts';
import { formatOf, readPageRows, refuseOldVersion } from '../../src/server/odata/negotiate.ts';
import { parseFilter, refuseColumn } from '../../src/server/odata/parse-filter.ts';
import { readLabels, readOptions as readODataOptions } from '../../src/server/odata/read-options.ts';
import { readOrder } from '../../src/server/odata/read-order.ts';
import { readResource } from '../../src/server/odata/read-resource.ts';
import { optionsMark, readSkipToken } from '../../src/server/odata/skip-token.ts';
import type { IndexCache } from '../../src/server/options-sets/index-cache.ts';
import { indexOf } from '../../src/server/options-sets/index-of.ts';
import { nearWords, otherKeyboard, soundOf } from '../../src/server/options-sets/near-words.ts';
import { checkOption, readOptions } from '../../src/server/options-sets/read-options.ts';
import { createResponseCache } from '../../src/server/options-sets/response-cache.ts';
import { needlesOf } from '../../src/server/options-sets/rule-search.ts';
import { buildSearchIndex } from '../../src/server/options-sets/search-index.ts';
import {
  answerSearchAtOnce,
  readPlainSearch,
  readPlainValidate,
} from '../../src/server/options-sets/search-options-set.ts';
import { foldSearched } from '../../src/server/options-sets/search-text.ts';
import { hideFolders, showSource } from '../../src/server/options-sets/show-source.ts';
import { colorHex } from '../../src/server/pdf/color-hex.ts';
import { printable } from '../../src/server/pdf/font-coverage.ts';
import { pdfName } from '../../src/server/pdf/pdf-name.ts';
import { openRoom } from '../../src/server/pdf/print-room.ts';
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
import { valueText } from '../../src/server/pdf/value-text.ts';
import { isPictureId } from '../../src/server/pictures/picture-address.ts';
import { isPublicAddress } from '../../src/server/public-address.ts';
import { readLimits } from '../../src/server/quotas/quota-limits.ts';
import { strangerOf } from '../../src/server/quotas/stranger.ts';
import { runAtOnce } from '../../src/server/run-in-slices.ts';
import { guessAutofill } from '../../src/server/web/guess-autofill.ts';
import { scriptSafeJson } from '../../src/server/web/page-shell.ts';
import { chooseEncoding } from '../../src/server/web/web-assets.ts';
import { importFormio, importGoogle, importSheets, importSurvey, readTables } from './foreign-files.ts';

const key = Buffer.alloc(32, 1);
const tools = { cleanHtml };
const context = { cleanHtml };
const field = (type: string, name: string, extra: object = {}) => ({ type, name, ...extra });
const measuredForm = {
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        field('fInput', 'text'),
        field('fLngTxt', 'long', { validators: ['str/email', 'str/url', { type: 'str/maxLength', value: 9 }] }),
        field('fDoc', 'doc'),
        field('fInput', 'num', { typeValidator: 'num' }),
        field('fDate', 'date'),
        field('fColor', 'color'),
        field('fSign', 'sign'),
        field('fSelect', 'select', { options: ['a', 'b'] }),
        field('fCheckbox', 'boxes', { options: ['a', 'b'] }),
        { type: 'cRepeat', name: 'rows', repMaxRows: 5000, children: [field('fInput', 'cell')] },
      ],
    },
  },
} as never as FormDefinition;
const plan = compileForm(measuredForm, compileTools);

const tables = runAtOnce(formTables({ plan, definition: measuredForm } as never, false));
const table = tables.tables[0] as (typeof tables.tables)[number];

/** An entry with the text everywhere. */
const entryOf = (text: string) => ({
  ...{ text, long: text, doc: text, num: text, date: text, color: text, sign: text, select: text },
  boxes: [text],
  rows: [{ cell: text }, { cell: 5 }, null],
});
const messageScope = (text: string) => {
  const data = entryOf(text) as unknown as JsonObject;
  const outline = () => outlineAnswers(measuredForm, plan);
  return withAnswers(modelScope(plan, data, {}), { plan, timeZone: undefined, outline, data, context: {}, cleanHtml });
};
/** As many as the text has tens of characters. */
const chunksOf = (text: string) => Array.from({ length: text.length / 10 });
/** What comes in an address or a header: node takes no more than 16 kB of those. */
const head = (text: string) => text.slice(0, 16_384);
/** What a check of the request has refused where it is longer: passwords, names and addresses of people. */
const short = (text: string) => text.slice(0, 1_024);
const once = (text: string) => text.slice(0, Math.ceil(text.length / 8));

type TextFunction = (text: string) => unknown;

/** By file and name. A function that takes something else is given that, made of the text. */
/** The text is stored, and searched for with one letter before it. */
function searchFor(text: string, near: boolean): unknown {
  const index = buildSearchIndex([{ value: `b${text}` }, { value: `${text} ${text}` }, { value: 'other' }]);
  return [text, `b${text}`, text.slice(0, 20), text.slice(0, text.length / 2)].map((term) =>
    index.autocomplete({ term, near, limit: 10 }),
  );
}

const answers = createResponseCache();

function answerSearch(text: string): unknown {
  const index = buildSearchIndex([{ value: `b${text}` }, { value: 'other' }]);
  const optionsSets = { answers, peek: () => ({ account: '', allowsAutocomplete: true, index }) };
  const path = `/optionsSet/${'a'.repeat(24)}/autocomplete?near=true&term=${encodeURIComponent(text.toWellFormed())}`;
  return answerSearchAtOnce(path, { optionsSets: optionsSets as unknown as IndexCache });
}

export const textFunctions: Readonly<Record<string, TextFunction>> = {
  'import-forms/xlsform/build-xlsform.ts buildXlsForm': importSheets,
  'import-forms/surveyjs/build-survey.ts buildSurvey': importSurvey,
  'import-forms/formio/build-formio.ts buildFormio': importFormio,
  'import-forms/google/build-google.ts buildGoogle': importGoogle,
  'import-forms/xlsform/parse-xpath.ts parseXPath': parseXPath,
  'import-forms/xlsform/xpath-tokens.ts readXPathTokens': readXPathTokens,
  'import-forms/xlsform/date-format.ts dateFormat': dateFormat,
  'import-forms/surveyjs/parse-condition.ts parseCondition': parseCondition,
  'import-forms/plain-text.ts labelTexts': labelTexts,
  'import-forms/plain-text.ts plainText': plainTextOf,
  'tables/read-xlsx.ts readSheetXml': readTables,
  'core/element-names.ts isProposedName': (text) => isProposedName(`${text}2`, text, 'text'),
  'core/element-names.ts nameFromLabel': (text) => nameFromLabel(text, 'text'),
  'core/address-template.ts compileAddress': (text) => compileAddress(text),
  'core/autofill-purposes.ts guessPurpose': (text) => guessPurpose({ type: 'fInput', name: text, label: text }),
  'core/autofill-purposes.ts isAutofillPurpose': isAutofillPurpose,
  'server/web/guess-autofill.ts guessAutofill': (text) =>
    guessAutofill({ type: 'cSection', name: 'root', children: [{ type: 'fInput', name: text, label: text }] }),
  'core/element-properties.ts isElementProperty': isElementProperty,
  'core/element-properties.ts listSlips': (text) =>
    listSlips({
      formSchema: { rootElem: { type: 'cSection', name: 'root', [text]: 1, [`${text.slice(0, 20)}x`]: 1 } },
    }),
  'core/element-properties.ts meantProperty': meantProperty,
  'core/expression/date-value.ts findTime': findTime,
  'core/files-in-entry.ts filesIn': (text) => filesIn(plan, entryOf(text)),
  'core/fold-text.ts foldText': foldText,
  'core/locale.ts localeOf': localeOf,
  'server/insight/cross-tab.ts createCrossTab': (text) => {
    const cross = createCrossTab(plan, { rows: 'select', columns: 'boxes' });
    if ('add' in cross)
      for (const boxes of [[text], chunksOf(text).map((_, at) => at)]) cross.add({ select: text, boxes });
    return ['add' in cross && cross.finish(), createCrossTab(plan, { rows: head(text), columns: head(text) })];
  },
  'server/entry-search/entry-terms.ts hashText': hashText,
  'server/entry-search/entry-terms.ts termsOfText': (text) => termsOfText(`${text}...`),
  'server/entry-search/fold-answer.ts foldAnswer': foldAnswer,
  'server/entry-search/fold-answer.ts compareFolded': (text) => compareFolded(text, `${text} `),
  'server/entry-search/match-entry.ts compareOrder': (text) => compareOrder(text, `${text} `),
  'server/entry-search/match-entry.ts isIdStart': isIdStart,
  'server/entry-search/match-entry.ts numberOfWord': numberOfWord,
  'server/entry-search/match-entry.ts wordTest': wordTest,
  'server/entry-search/parse-search.ts readEntrySearch': (text) =>
    readEntrySearch({ search: text.slice(0, 200), where: text, sort: text }, { plan, definition: {} }),
  'server/entry-search/search-paths.ts findPath': (text) => findPath(keptSearchPaths(plan), text),
  'core/inspect-entry.ts inspectEntry': (text) => inspectEntry(plan, entryOf(once(text)), context),
  'core/count-text.ts countTexts': (text) => countTexts('he')('[one|many] {name}', { count: 1, name: text }),
  'core/fill-text.ts fillText': (text) => fillText('{0} and {1}', [text, text]),
  'core/message-template.ts compileMessage': (text) => {
    compileMessage(`${text}{{ allAnswers }}`, { mode: 'html' });
    return compileMessage('{{ allAnswers }}', { mode: 'html' }).render(messageScope(text));
  },
  'core/model-scope.ts modelScope': (text) => modelScope(plan, entryOf(text), {}),
  'core/option-list.ts readOptionList': (text) =>
    readOptionList([text, [text, text], { label: text, options: [text] }]),
  'core/option-list.ts optionKey': optionKey,
  'core/starts-formula.ts startsFormula': startsFormula,
  'core/template.ts compileTemplate': (text) => compileTemplate(text, { mode: 'html' }),
  'core/literal-template.ts escapeHtml': (text) => escapeForHtml(text),
  'core/template.ts readParts': (text) => readParts(text),
  'core/template.ts textToInsert': (text) => textToInsert(text, { mode: 'html', budget: openBudget() }),
  'core/update-mode.ts applyUpdate': (text) => applyUpdate('merge', entryOf(text), entryOf(text)),
  'server/history/compare-data.ts compareData': (text) => compareData(entryOf(text), entryOf(`${text}x`)),
  'core/options.ts isAccepted': (text) => isAccepted(text, new Map([['a', 'a']])),
  'core/server-item-texts.ts serverItemText': (text) => serverItemText('en', 'fileSize', text, text),
  'core/validation/file-limits.ts isOfType': (text) => isOfType({ name: text, type: text }, ['.pdf', 'image/*', 'a/b']),
  'core/validation/message.ts quoteName': quoteName,
  'core/validation/text-formats.ts isEmail': isEmail,
  'core/validation/text-formats.ts isWebAddress': isWebAddress,
  'core/validation/text-formats.ts isPhone': isPhone,
  'core/values/calling-codes.ts countryOfNumber': (text) => countryOfNumber(text, 'IL'),
  'core/values/calling-codes.ts readPhone': (text) => readPhone(text, 'IL'),
  'core/values/phone.ts phoneValue': (text) => phoneValue('IL').read(text, { cleanHtml: (html) => html }),
  'server/pictures/picture-address.ts isPictureId': isPictureId,
  'core/picture-address.ts pictureSize': (text) => pictureSize(() => text),
  'core/picture-address.ts picturesNamedIn': (text) => picturesNamedIn(`/pictures/${text}`),
  'core/validation/validate-entry.ts validateEntry': (text) =>
    validateEntry(plan, entryOf(once(text)), { rules: 'all', context }),
  'core/time-zone.ts isTimeZone': isTimeZone,
  'core/values/choice.ts readChoice': (text) => readChoice(text, tools, undefined, textValue),
  'core/values/clean-text.ts cleanText': cleanText,
  'core/values/clean-text.ts isBlank': isBlank,
  'core/values/date.ts dateValue': (text) => dateValue('dt').read(`2024-05-01T${text}`, tools),
  'core/values/doc.ts docValue': (text) =>
    docValue.toText(docValue.read(text, { cleanHtml: (html) => html }) as string),
  'core/values/file.ts deletedFilesIn': (text) => deletedFilesIn([{ name: text, url: text, deleted: true }]),
  'core/values/number.ts readNumber': readNumber,
  'core/values/typed-number.ts readTypedNumber': readTypedNumber,
  'core/values/decode-signature.ts decodeSignature': (text) => decodeSignature(`strokes:${text}`),
  'core/values/text.ts readText': readText,
  'server/address-group.ts addressGroup': addressGroup,
  'server/address-group.ts networkGroup': networkGroup,
  'server/forms/email-bounds.ts countAddresses': (text) => countAddresses([text]),
  'server/forms/email-bounds.ts writtenAddresses': writtenAddresses,
  'server/clean-html.ts cleanHtml': cleanHtml,
  'server/clean-html.ts cleanOwnerHtml': cleanOwnerHtml,
  'server/clean-style.ts cleanStyle': cleanStyle,
  'server/entry-facts/bewit.ts readBewit': (text) => readBewit(text, { entry: 'x', key, now: 0 }),
  'server/entries/filter-date.ts readFilterDate': readFilterDate,
  'server/export/defuse-cell.ts defuseCell': defuseCell,
  'server/export/defuse-cell.ts endsAtSeparator': endsAtSeparator,
  'server/export/export-file-name.ts exportFileName': (text) =>
    exportFileName({ id: 'x', definition: { name: text } } as never, 'csv', new Date(0)),
  'server/export/sheet-xml.ts escapeXml': escapeXml,
  'server/export/sheet-xml.ts rowWriter': (text) => rowWriter(2)(new Utf8Writer(), [text, text], 1),
  'server/export/sheet-xml.ts sheetStart': (text) => sheetStart([text, text], { isRightToLeft: true, isFirst: true }),
  'server/export/column-widths.ts columnWidths': (text) => columnWidths([text], [undefined], [[text], [text]]),
  'server/export/table/date-cells.ts textDates': (text) => textDates('Asia/Jerusalem')(text, 'dt'),
  'server/export/table/date-cells.ts sheetDates': (text) => sheetDates('Asia/Jerusalem')(text, 'dt'),
  'server/export/table/join-cells.ts joinValues': (text) => joinValues([text, text]),
  'server/export/table/join-cells.ts joinRows': (text) => joinRows([text, text]),
  'server/export/write-csv.ts createRowWriter': (text) => createRowWriter(new Utf8Writer())([text, text]),
  'server/files/byte-range.ts readByteRange': (text) => readByteRange(`bytes=${text}`, 10),
  'server/files/content-disposition.ts contentDisposition': (text) =>
    contentDisposition({ name: text, contentType: text }),
  'server/files/content-disposition.ts isShownInline': isShownInline,
  'server/files/content-disposition.ts signedDisposition': (text) =>
    signedDisposition({ name: text, contentType: text }),
  'server/files/file-name.ts isFileName': isFileName,
  'server/files/storage-xml.ts xmlDocument': (text) => xmlDocument('Error', { Message: text }),
  'server/files/upload-policy.ts signPolicy': (text) => signPolicy(text, key),
  'server/files/upload-policy.ts readPolicy': (text) => readPolicy(text, text, key),
  'server/files/fits-form.ts fitsForm': (text) => fitsForm(plan, { name: text, size: 1, type: text }),
  'server/forms/load-form.ts estimateBytes': estimateBytes,
  'server/entries/draft-version.ts draftTag': draftTag,
  'server/entries/draft-version.ts tagOfResponse': (text) =>
    void tagOfResponse(JSON.stringify({ entry: { data: { text } } })),
  'server/forms/form-version.ts refuseOtherVersion': (text) => refuseOtherVersion(text, 1),
  'server/http/api-request.ts headerText': (text) => headerText({ a: text }, 'a'),
  'server/http/checks.ts areQuickIds': (text) => areQuickIds({ id: text }),
  'server/http/checks.ts readJsonParameters': (text) => readJsonParameters({ query: text, fields: text }),
  'server/http/if-match.ts matchesTag': (text) => matchesTag(text, '"1"'),
  'server/http/json-body.ts checkJsonDepth': checkJsonDepth,
  'server/http/json-body.ts readJsonBody': (text) => [readJsonBody(Buffer.from(text)), readJsonBody(jsonOf(text))],
  'server/http/json-body.ts readJsonBodyInSteps': (text) => runAtOnce(readJsonBodyInSteps(jsonOf(text))),
  'server/http/json-members.ts membersOf': (text) => runAtOnce(membersOf(jsonOf(text).toString())),
  'server/http/json-members.ts endOfString': (text) => endOfString(`"${text}"`, 0),
  'server/http/parse-json-in-steps.ts parseJsonInSteps': (text) =>
    runAtOnce(parseJsonInSteps(jsonOf(text).toString(), { maxLevels: 100, tooDeep: () => new Error('too deep') })),
  'server/http/json-body.ts refuseProtoInFilter': (text) => refuseProtoInFilter({ query: { [text]: [text] } }, 'query'),
  'server/http/lists.ts nextPageLink': (text) =>
    nextPageLink({ apiUrl: 'https://x.test', path: `/x?${head(text)}`, cursor: 'c' }),
  'server/http/lists.ts fieldProjector': (text) => [
    fieldProjector([text, 'data.rows.cell', 'data'])({ data: entryOf(text) }),
    fieldProjector(chunksOf(text).map((_, place) => `rows.${place}`))({
      rows: chunksOf(text).map(() => ({ cell: 1 })),
    }),
  ],
  'server/http/lists.ts readCursor': (text) => readCursor(text, key),
  'server/http/lists.ts writeCursor': (text) => writeCursor(text, key),
  'server/http/locales.ts readLocales': (text) => readLocales({ locale: text, fallbackLocales: [text] }),
  'server/http/one-host.ts refuseTwoHosts': (text) => refuseTwoHosts([text, text, 'host', text]),
  'server/web/web-assets.ts chooseEncoding': chooseEncoding,
  'server/identity/authenticate.ts hashKeySecret': hashKeySecret,
  'server/identity/guess-limits.ts hashedEmail': hashedEmail,
  'server/identity/factors/factor-secret.ts encryptSecret': (text) =>
    encryptSecret(Buffer.from(text), { key, boundTo: text }),
  'server/identity/factors/factor-secret.ts decryptSecret': (text) => decryptSecret(text, { key, boundTo: text }),
  'server/identity/factors/passkey-challenge.ts newChallenge': (text) => newChallenge(text, { key, now: 0 }),
  'server/identity/factors/passkey-challenge.ts readChallenge': (text) => readChallenge(text, '', { key, now: 0 }),
  'server/identity/factors/recovery-codes.ts readRecoveryCode': readRecoveryCode,
  'server/identity/factors/recovery-codes.ts hashRecoveryCode': (text) => hashRecoveryCode(text, { user: '', key }),
  'server/identity/factors/totp.ts findTotpStep': (text) => findTotpStep(key, text, 60_000),
  'server/identity/factors/second-factor.ts totpOf': (text) => totpOf(text, text),
  'server/identity/factors/totp.ts totpCode': (text) => totpCode(Buffer.from(text), 1),
  'server/identity/factors/totp.ts toBase32': (text) => toBase32(Buffer.from(text)),
  'server/identity/factors/totp.ts totpUri': (text) => totpUri({ secret: key, email: text, issuer: '' }),
  'server/identity/password-rules.ts findPasswordProblem': (text) =>
    findPasswordProblem(short(text), { email: short(text), name: short(text) }),
  'server/identity/common-passwords.ts isCommonPassword': isCommonPassword,
  'server/identity/password.ts isCheaper': (text) => isCheaper(text),
  'server/identity/person-emails.ts safeName': safeName,
  'server/identity/person-links.ts hashLinkToken': hashLinkToken,
  'server/identity/person-links.ts linkAddress': (text) => linkAddress('reset', text, { appUrl: text }),
  'server/mail/mailbox.ts mailboxOf': mailboxOf,
  'server/mail/mailbox.ts hashedMailbox': (text) => hashedMailbox(text, text),
  'server/identity/cookies.ts findCookie': (text) => findCookie(text, 'session'),
  'server/identity/device-cookie.ts readDevice': (text) => readDevice(text, { key, now: 0 }),
  'server/identity/login-token.ts readLoginToken': (text) => readLoginToken(text, { key, now: 0 }),
  'server/identity/secrets.ts isSignature': (text) => isSignature(text, key, 'base64url'),
  'server/identity/provider/kept-sign-in.ts findKeptSignIn': (text) => findKeptSignIn(text, { key, now: 0 }),
  'server/identity/provider/kept-sign-in.ts isStateOf': (text) =>
    isStateOf({ state: text, nonce: '', codeVerifier: '', to: '', locale: 'en' }, text),
  'server/identity/secrets.ts readSignedText': (text) => readSignedText(text, key),
  'server/identity/secrets.ts signText': (text) => signText(text, key),
  'server/identity/session-cookie.ts findSessionToken': findSessionToken,
  'server/log.ts requestText': (text) =>
    requestText({ requestId: text, method: 'GET', route: text, status: 200, ms: 1, ip: text, user: text } as never),
  'server/mail/html-to-text.ts htmlToText': htmlToText,
  'server/mail/mail-address.ts isMailAddress': isMailAddress,
  'server/mail/mail-address.ts readMailAddress': (text) => [
    readMailAddress(text),
    readMailAddress(`"${text}" <a@b.c>`),
  ],
  'server/mail/mail-address.ts toHeaderText': toHeaderText,
  'server/odata/basic-password.ts readBasicPassword': (text) => readBasicPassword(`Basic ${text}`),
  'server/odata/edm.ts edmDate': (text) => edmDate(text, 't'),
  'server/odata/filter-tokens.ts readTokens': (text) => readTokens(head(text)),
  'server/odata/filter-tokens.ts refuseAt': (text) => refuseAt(text, text.length / 2),
  'server/odata/identifiers.ts createNames': (text) => createNames([]).make(text),
  'server/odata/identifiers.ts nameColumns': (text) => [
    runAtOnce(nameColumns([text, `${text}x`], [text])),
    runAtOnce(
      nameColumns(
        chunksOf(text).map(() => 'a b'),
        ['id'],
      ),
    ),
  ],
  'server/odata/identifiers.ts isIdentifier': isIdentifier,
  'server/odata/identifiers.ts toIdentifier': toIdentifier,
  'server/odata/metadata.ts escapeXml': escapeForMetadata,
  'server/odata/negotiate.ts formatOf': (text) => formatOf('json', undefined, `${head(text)},*/*`),
  'server/odata/negotiate.ts readPageRows': (text) => readPageRows(head(text)),
  'server/odata/negotiate.ts refuseOldVersion': (text) => refuseOldVersion(`4${text}`),
  'server/odata/parse-filter.ts parseFilter': (text) => parseFilter(text, table),
  'server/odata/parse-filter.ts refuseColumn': (text) => refuseColumn(text, table),
  'server/odata/read-options.ts readOptions': (text) => readODataOptions(head(text)),
  'server/odata/read-options.ts readLabels': (text) => readLabels({ labels: text }),
  'server/odata/read-order.ts readOrder': (text) => readOrder(head(text), table),
  'server/odata/read-resource.ts readResource': (text) => readResource(text, tables),
  'server/odata/skip-token.ts optionsMark': (text) => optionsMark('', text, { $filter: text }),
  'server/odata/skip-token.ts readSkipToken': (text) => readSkipToken(text, '', key),
  'server/options-sets/index-of.ts indexOf': (text) => indexOf(`b${text}`, text.slice(text.length / 2), 0),
  'server/options-sets/near-words.ts nearWords': nearWords,
  'server/options-sets/near-words.ts otherKeyboard': otherKeyboard,
  'server/options-sets/near-words.ts soundOf': soundOf,
  'server/options-sets/read-options.ts checkOption': (text) =>
    checkOption({ value: text, data: { [text]: text } }, [text]),
  'server/options-sets/read-options.ts readOptions': (text) => runAtOnce(readOptions([[text, text], text])),
  'server/options-sets/rule-search.ts needlesOf': needlesOf,
  'server/options-sets/rule-search.ts placeOf': (text) => searchFor(text, false),
  'server/options-sets/search-text.ts foldSearched': foldSearched,
  'server/options-sets/typing-errors.ts findMistyped': (text) => searchFor(text, true),
  'server/http/plain-parameters.ts readPlainParameters': (text) =>
    [encodeURIComponent(text.toWellFormed()), text, '+%'.repeat(text.length / 2)].map((value) =>
      readPlainParameters(`?a=b&c=${value}`, 1),
    ),
  'server/options-sets/search-options-set.ts answerSearchAtOnce': answerSearch,
  'server/options-sets/search-options-set.ts readPlainSearch': (text) =>
    readPlainSearch({ term: text, query: `{"a":"${text}"}` }),
  'server/options-sets/search-options-set.ts readPlainValidate': (text) =>
    readPlainValidate({ value: text, query: `{"a":"${text}"}` }),
  'server/options-sets/show-source.ts showSource': (text) => showSource(`file:${text}`),
  'server/options-sets/show-source.ts hideFolders': (text) => hideFolders(` /a${text}`),
  'server/escape-html.ts escapeHtml': escapeHtml,
  'server/web/page-shell.ts scriptSafeJson': (text) => scriptSafeJson(entryOf(once(text))),
  'server/pdf/color-hex.ts colorHex': (text) => [colorHex(text), colorHex(`rgb(1${text}`)],
  'server/pdf/font-coverage.ts printable': (text) => printable(text, (codePoint) => codePoint % 2 === 0),
  'server/pdf/pdf-name.ts pdfName': (text) => pdfName({ title: text, layout: text }),
  'core/print-date.ts printDate': (text) => printDate(text, 'dt', { locale: 'en', timeZone: 'Asia/Jerusalem' }),
  'server/pdf/print-room.ts openRoom': (text) => openRoom('en').lines(setText(text, {})),
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
  'server/public-address.ts isPublicAddress': isPublicAddress,
  'server/quotas/quota-limits.ts readLimits': readLimits,
  'server/quotas/stranger.ts strangerOf': (text) => strangerOf(text, key),
  'server/files/storage/storage-key.ts isStorageKey': isStorageKey,
};

function jsonOf(text: string): Buffer {
  return Buffer.from(JSON.stringify({ data: { text }, query: { [text]: 1 } }));
}
