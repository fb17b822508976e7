// Functions that meet callers' text in the engine of forms, and in imports of forms from other programs.

import { isAutofillPurpose } from '../../src/core/definition/autofill-purposes.ts';
import { isProposedName, nameFromLabel } from '../../src/core/definition/element-names.ts';
import { isElementProperty, listSlips, meantProperty } from '../../src/core/definition/element-properties.ts';
import { pictureSize, picturesNamedIn } from '../../src/core/definition/picture-address.ts';
import { openBudget } from '../../src/core/expression/budget.ts';
import { findTime } from '../../src/core/expression/date-value.ts';
import { localeOf } from '../../src/core/locale/locale.ts';
import { printDate } from '../../src/core/locale/print-date.ts';
import { serverItemText } from '../../src/core/locale/server-item-texts.ts';
import { isTimeZone } from '../../src/core/locale/time-zone.ts';
import { filesIn } from '../../src/core/plan/files-in-entry.ts';
import { inspectEntry } from '../../src/core/plan/inspect-entry.ts';
import { modelScope } from '../../src/core/plan/model-scope.ts';
import { optionKey, readOptionList } from '../../src/core/plan/option-list.ts';
import { isAccepted } from '../../src/core/plan/options.ts';
import { applyUpdate } from '../../src/core/plan/update-mode.ts';
import { compileAddress } from '../../src/core/text/address-template.ts';
import { fillText, textWriter } from '../../src/core/text/fill-text.ts';
import { foldText } from '../../src/core/text/fold-text.ts';
import { escapeHtml as escapeForHtml } from '../../src/core/text/literal-template.ts';
import { compileMessage } from '../../src/core/text/message-template.ts';
import { startsFormula } from '../../src/core/text/starts-formula.ts';
import { compileTemplate, readParts, textToInsert } from '../../src/core/text/template.ts';
import { isOfType } from '../../src/core/validation/file-limits.ts';
import { quoteName } from '../../src/core/validation/message.ts';
import { isEmail, isPhone, isWebAddress } from '../../src/core/validation/text-formats.ts';
import { validateEntry } from '../../src/core/validation/validate-entry.ts';
import { cleanText, isBlank } from '../../src/core/values/clean-text.ts';
import { readJson } from '../../src/fields/cell.ts';
import { readChoice } from '../../src/fields/choice/read-choice.ts';
import { dateValue } from '../../src/fields/date/value.ts';
import { docToText, withoutTags } from '../../src/fields/doc/doc-text.ts';
import { docValue } from '../../src/fields/doc/value.ts';
import { deletedFilesIn } from '../../src/fields/file/value.ts';
import { readTypedNumber } from '../../src/fields/number/typed-number.ts';
import { readNumber } from '../../src/fields/number/value.ts';
import { countryOfNumber, readPhone } from '../../src/fields/phone/calling-codes.ts';
import { adaptPhone } from '../../src/fields/phone/phone-value.ts';
import { decodeSignature } from '../../src/fields/sign/decode-signature.ts';
import { readText, textValue } from '../../src/fields/text/value.ts';
import { labelTexts, plainText as plainTextOf } from '../../src/import-forms/plain-text.ts';
import { parseCondition } from '../../src/import-forms/surveyjs/parse-condition.ts';
import { dateFormat } from '../../src/import-forms/xlsform/date-format.ts';
import { parseXPath } from '../../src/import-forms/xlsform/parse-xpath.ts';
import { readXPathTokens } from '../../src/import-forms/xlsform/xpath-tokens.ts';
import { importFormio, importGoogle, importSheets, importSurvey, readTables } from './foreign-files.ts';
import { context, entryOf, messageScope, once, plan, type TextFunction, tools } from './measured-form.ts';

export const coreFunctions: Readonly<Record<string, TextFunction>> = {
  'core/text/address-template.ts compileAddress': (text) => compileAddress(text),
  'core/definition/autofill-purposes.ts isAutofillPurpose': isAutofillPurpose,
  'core/text/fill-text.ts textWriter': (text) =>
    textWriter('he')({ one: 'one {name}', other: '' }, { count: 1, name: text }),
  'core/definition/element-names.ts isProposedName': (text) => isProposedName(`${text}2`, text, 'text'),
  'core/definition/element-names.ts nameFromLabel': (text) => nameFromLabel(text, 'text'),
  'core/definition/element-properties.ts isElementProperty': isElementProperty,
  'core/definition/element-properties.ts listSlips': (text) =>
    listSlips({
      formSchema: { rootElem: { type: 'cSection', name: 'root', [text]: 1, [`${text.slice(0, 20)}x`]: 1 } },
    }),
  'core/definition/element-properties.ts meantProperty': meantProperty,
  'core/expression/date-value.ts findTime': findTime,
  'core/plan/files-in-entry.ts filesIn': (text) => filesIn(plan, entryOf(text)),
  'core/text/fill-text.ts fillText': (text) => fillText('{0} and {1}', [text, text]),
  'core/text/fold-text.ts foldText': foldText,
  'core/plan/inspect-entry.ts inspectEntry': (text) => inspectEntry(plan, entryOf(once(text)), context),
  'core/text/literal-template.ts escapeHtml': (text) => escapeForHtml(text),
  'core/locale/locale.ts localeOf': localeOf,
  'core/text/message-template.ts compileMessage': (text) => {
    compileMessage(`${text}{{ allAnswers }}`, { mode: 'html' });
    return compileMessage('{{ allAnswers }}', { mode: 'html' }).render(messageScope(text));
  },
  'core/plan/model-scope.ts modelScope': (text) => modelScope(plan, entryOf(text), {}),
  'core/plan/option-list.ts readOptionList': (text) =>
    readOptionList([text, [text, text], { label: text, options: [text] }]),
  'core/plan/option-list.ts optionKey': optionKey,
  'core/plan/options.ts isAccepted': (text) => isAccepted(text, new Map([['a', 'a']])),
  'core/definition/picture-address.ts pictureSize': (text) => pictureSize(() => text),
  'core/definition/picture-address.ts picturesNamedIn': (text) => picturesNamedIn(`/pictures/${text}`),
  'core/locale/print-date.ts printDate': (text) => printDate(text, 'dt', { locale: 'en', timeZone: 'Asia/Jerusalem' }),
  'core/locale/server-item-texts.ts serverItemText': (text) => serverItemText('en', 'fileSize', text, text),
  'core/text/starts-formula.ts startsFormula': startsFormula,
  'core/text/template.ts compileTemplate': (text) => compileTemplate(text, { mode: 'html' }),
  'core/text/template.ts readParts': (text) => readParts(text),
  'core/text/template.ts textToInsert': (text) => textToInsert(text, { mode: 'html', budget: openBudget() }),
  'core/locale/time-zone.ts isTimeZone': isTimeZone,
  'core/plan/update-mode.ts applyUpdate': (text) => applyUpdate('merge', entryOf(text), entryOf(text)),
  'core/validation/file-limits.ts isOfType': (text) => isOfType({ name: text, type: text }, ['.pdf', 'image/*', 'a/b']),
  'core/validation/message.ts quoteName': quoteName,
  'core/validation/text-formats.ts isEmail': isEmail,
  'core/validation/text-formats.ts isWebAddress': isWebAddress,
  'core/validation/text-formats.ts isPhone': isPhone,
  'core/validation/validate-entry.ts validateEntry': (text) =>
    validateEntry(plan, entryOf(once(text)), { rules: 'all', context }),
  'fields/phone/calling-codes.ts countryOfNumber': (text) => countryOfNumber(text, 'IL'),
  'fields/phone/calling-codes.ts readPhone': (text) => readPhone(text, 'IL'),
  'fields/cell.ts readJson': readJson,
  'fields/choice/read-choice.ts readChoice': (text) => readChoice(text, tools, undefined, textValue),
  'core/values/clean-text.ts cleanText': cleanText,
  'core/values/clean-text.ts isBlank': isBlank,
  'fields/date/value.ts dateValue': (text) => dateValue('dt').read(`2024-05-01T${text}`, tools),
  'fields/sign/decode-signature.ts decodeSignature': (text) => decodeSignature(`strokes:${text}`),
  'fields/doc/value.ts docValue': (text) =>
    docValue.toText(docValue.read(text, { cleanHtml: (html) => html }) as string),
  'fields/doc/doc-text.ts docToText': docToText,
  'fields/doc/doc-text.ts withoutTags': withoutTags,
  'fields/file/value.ts deletedFilesIn': (text) => deletedFilesIn([{ name: text, url: text, deleted: true }]),
  'fields/number/value.ts readNumber': readNumber,
  'fields/phone/phone-value.ts adaptPhone': (text) =>
    adaptPhone(
      { type: 'fInput', name: 'a', phoneCountry: 'IL' },
      { value: textValue, options: undefined, rules: [] },
    ).value.read(text, { cleanHtml: (html) => html }),
  'fields/text/value.ts readText': readText,
  'fields/number/typed-number.ts readTypedNumber': readTypedNumber,
  'import-forms/formio/build-formio.ts buildFormio': importFormio,
  'import-forms/google/build-google.ts buildGoogle': importGoogle,
  'import-forms/plain-text.ts labelTexts': labelTexts,
  'import-forms/plain-text.ts plainText': plainTextOf,
  'import-forms/surveyjs/build-survey.ts buildSurvey': importSurvey,
  'import-forms/surveyjs/parse-condition.ts parseCondition': parseCondition,
  'import-forms/xlsform/build-xlsform.ts buildXlsForm': importSheets,
  'import-forms/xlsform/date-format.ts dateFormat': dateFormat,
  'import-forms/xlsform/parse-xpath.ts parseXPath': parseXPath,
  'import-forms/xlsform/xpath-tokens.ts readXPathTokens': readXPathTokens,
  'tables/read-xlsx.ts readSheetXml': readTables,
};
