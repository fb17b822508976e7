// Functions that meet callers' text where tables and options sets are asked.
import { readBasicPassword } from '../../src/server/odata/basic-password.ts';
import { edmDate } from '../../src/server/odata/edm.ts';
import { readTokens, refuseAt } from '../../src/server/odata/filter-tokens.ts';
import { createNames, isIdentifier, nameColumns, toIdentifier } from '../../src/server/odata/identifiers.ts';
import { escapeXml as escapeForMetadata } from '../../src/server/odata/metadata.ts';
import { formatOf, readPageRows, refuseOldVersion } from '../../src/server/odata/negotiate.ts';
import { parseFilter, refuseColumn } from '../../src/server/odata/parse-filter.ts';
import { readLabels, readOptions as readODataOptions } from '../../src/server/odata/read-options.ts';
import { readOrder } from '../../src/server/odata/read-order.ts';
import { readResource } from '../../src/server/odata/read-resource.ts';
import { optionsMark, readSkipToken } from '../../src/server/odata/skip-token.ts';
import { indexOf } from '../../src/server/options-sets/index-of.ts';
import { nearWords, otherKeyboard, soundOf } from '../../src/server/options-sets/near-words.ts';
import { checkOption, readOptions } from '../../src/server/options-sets/read-options.ts';
import { needlesOf } from '../../src/server/options-sets/rule-search.ts';
import { buildSearchIndex } from '../../src/server/options-sets/search-index.ts';
import { readPlainValidate } from '../../src/server/options-sets/search-options-set.ts';
import { foldSearched } from '../../src/server/options-sets/search-text.ts';
import { hideFolders, showSource } from '../../src/server/options-sets/show-source.ts';
import { runAtOnce } from '../../src/server/scheduling/run-in-slices.ts';
import { chunksOf, head, key, type TextFunction, table, tables } from './measured-form.ts';

export const lookupFunctions: Readonly<Record<string, TextFunction>> = {
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
  'server/options-sets/search-options-set.ts readPlainValidate': (text) =>
    readPlainValidate({ value: text, query: `{"a":"${text}"}` }),
  'server/options-sets/search-text.ts foldSearched': foldSearched,
  'server/options-sets/show-source.ts showSource': (text) => showSource(`file:${text}`),
  'server/options-sets/show-source.ts hideFolders': (text) => hideFolders(` /a${text}`),
  'server/options-sets/typing-errors.ts findMistyped': (text) => searchFor(text, true),
};

/** The text is stored, and searched for with one letter before it. */
function searchFor(text: string, near: boolean): unknown {
  const index = buildSearchIndex([{ value: `b${text}` }, { value: `${text} ${text}` }, { value: 'other' }]);
  return [text, `b${text}`, text.slice(0, 20), text.slice(0, text.length / 2)].map((term) =>
    index.autocomplete({ term, near, limit: 10 }),
  );
}
