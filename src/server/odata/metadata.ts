// $metadata: what the tables of a form are called and which types their columns have, in OData's XML (CSDL 4.0), with the labels of
// fields and options, and the place in the data of each column, as annotations. [odata.metadata]

import { odataByKind } from '../../fields/all/server/odata.ts';
import { filterFunctions } from './filter-functions.ts';
import type { FormTables, ODataTable } from './form-tables.ts';
import type { ODataColumn } from './own-columns.ts';
import { isSortable } from './read-order.ts';

export const namespace = 'Formstead';

const core = 'Org.OData.Core.V1';
const capabilities = 'Org.OData.Capabilities.V1';
const validation = 'Org.OData.Validation.V1';
const vocabularies = 'https://oasis-tcs.github.io/odata-vocabularies/vocabularies';

export function* metadataLines({ tables, isLabelled }: FormTables): Generator<string> {
  yield '<?xml version="1.0" encoding="utf-8"?>';
  yield '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">';
  for (const name of [core, capabilities, validation]) {
    yield `<edmx:Reference Uri="${vocabularies}/${name}.xml"><edmx:Include Namespace="${name}"/></edmx:Reference>`;
  }
  yield '<edmx:DataServices>';
  yield `<Schema Namespace="${namespace}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`;
  yield `<Term Name="Path" Type="Edm.String" AppliesTo="Property EntityType">${description('Where the answer is in the data of an entry.')}</Term>`;
  yield `<Term Name="stored" Type="Edm.String">${description('An answer that its column cannot hold, as JSON or text: the form has changed since.')}</Term>`;
  for (const table of tables) yield* typeLines(table, isLabelled);
  yield '<EntityContainer Name="Forms">';
  for (const table of tables) yield* setLines(table);
  yield `<Annotation Term="${capabilities}.BatchSupported" Bool="false"/>`;
  const functions = filterFunctions.map((name) => `<String>${name}</String>`).join('');
  yield `<Annotation Term="${capabilities}.FilterFunctions"><Collection>${functions}</Collection></Annotation>`;
  yield '</EntityContainer>';
  yield '</Schema></edmx:DataServices></edmx:Edmx>';
}

function* typeLines({ typeName, label, keys, columns, repeat }: ODataTable, isLabelled: boolean): Generator<string> {
  yield `<EntityType Name="${typeName}">`;
  yield `<Key>${keys.map((name) => `<PropertyRef Name="${name}"/>`).join('')}</Key>`;
  for (const column of columns) {
    const facets = `${precisionOf(column)}${column.isNullable ? '' : ' Nullable="false"'}`;
    const path = column.path === undefined ? '' : annotation(`${namespace}.Path`, column.path);
    const options = isLabelled ? '' : optionsOf(column);
    yield `<Property Name="${column.name}" Type="${column.type}"${facets}>${description(column.label)}${path}${options}</Property>`;
  }
  yield description(label);
  if (repeat !== undefined) yield annotation(`${namespace}.Path`, repeat.path);
  yield '</EntityType>';
}

function precisionOf({ type }: ODataColumn): string {
  return type === 'Edm.DateTimeOffset' || type === 'Edm.TimeOfDay' ? ' Precision="3"' : '';
}

/** More than this nobody reads side by side. */
const maxOptions = 100;

function optionsOf({ step, type, isQuestion }: ODataColumn): string {
  const isSingle = (step && odataByKind[step.value.kind]?.isOfOption === true) || isQuestion;
  if (!isSingle || type !== 'Edm.String' || step?.options?.form !== 'list' || step.options.isOpen) return '';
  if (step.options.list.length > maxOptions) return '';
  const records = step.options.list.map(
    ({ value, label }) =>
      `<Record><PropertyValue Property="Value" String="${escapeXml(String(value))}"/>${description(label)}</Record>`,
  );
  return `<Annotation Term="${validation}.AllowedValues"><Collection>${records.join('')}</Collection></Annotation>`;
}

function* setLines({ name, typeName, columns }: ODataTable): Generator<string> {
  const no = (term: string, property: string) =>
    `<Annotation Term="${capabilities}.${term}"><Record><PropertyValue Property="${property}" Bool="false"/></Record></Annotation>`;
  yield `<EntitySet Name="${name}" EntityType="${namespace}.${typeName}">`;
  yield no('ExpandRestrictions', 'Expandable');
  yield no('SearchRestrictions', 'Searchable');
  yield no('InsertRestrictions', 'Insertable');
  yield no('UpdateRestrictions', 'Updatable');
  yield no('DeleteRestrictions', 'Deletable');
  const others = columns
    .filter((column) => !isSortable(column))
    .map((column) => `<PropertyPath>${column.name}</PropertyPath>`);
  yield `<Annotation Term="${capabilities}.SortRestrictions"><Record><PropertyValue Property="NonSortableProperties"><Collection>${others.join('')}</Collection></PropertyValue></Record></Annotation>`;
  yield '</EntitySet>';
}

const description = (text: string) => (text === '' ? '' : annotation(`${core}.Description`, text));

function annotation(term: string, text: string): string {
  return `<Annotation Term="${term}" String="${escapeXml(text)}"/>`;
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Characters that XML cannot hold, however they are written, are shown as unknown ones. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"\t\n\r]/g, (mark) => marks[mark] as string);
}
