// The sheets of a table and their columns: the entries, and where wanted one sheet for each repeat, whose rows name their entry
// by its number. [export.table] [export.table.repeats] [export.table.titles]
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import { type TableField, type TableRepeat, tableFields } from '../../../core/definition/table-fields.ts';
import type { PresentContext } from '../../entry-facts/present-entry.ts';
import type { LoadedForm } from '../../forms/load-form.ts';
import type { ExportProperty } from '../../store/entries/export-entries.ts';
import { entryProperties } from '../export-columns.ts';
import type { EntryAtHand } from './entry-at-hand.ts';
import type { ColumnStyle, TableColumn } from './kind-table.ts';
import { columnsOfField, joinedColumn, repeatTitles, zonedTitle } from './table-columns.ts';
import type { TableOptions } from './table-options.ts';

export interface TableSheet {
  readonly name: string;
  /** Whose rows the sheet has; undefined for the entries. */
  readonly repeat: TableRepeat | undefined;
  readonly columns: readonly TableColumn[];
}

export interface TablePlan {
  /** The entries first. */
  readonly sheets: readonly [TableSheet, ...TableSheet[]];
  /** What the columns read of an entry. */
  readonly properties: ReadonlySet<ExportProperty>;
  /** The chosen fields that hold files. */
  readonly fileFields: readonly TableField[];
}

export interface WantedTable {
  readonly form: LoadedForm;
  /** Without names: the form's. */
  readonly names: readonly string[] | undefined;
  readonly options: TableOptions;
  readonly style: ColumnStyle;
}

/** What a spreadsheet has at most. */
const maxColumns = 16_384;

/** The sheets, or the names that are not columns. */
export function planTable(wanted: WantedTable, context: PresentContext): TablePlan | { unknown: string[] } {
  const { form, options } = wanted;
  const fields = new Map(tableFields(form.plan).map((field) => [field.name, field]));
  const names = withKey(wanted.names ?? [...firstProperties, ...fields.keys(), 'id'], options);
  const unknown = names.filter((name) => !fields.has(name) && !Object.hasOwn(entryProperties, name));
  if (unknown.length > 0) return { unknown: [...new Set(unknown)] };
  const chosen = names.flatMap((name) => fields.get(name) ?? []);
  const properties = names.flatMap((name) => (fields.has(name) ? ['data' as const] : entryProperties[name]!.needs));
  const inside = options.files === 'inside' ? (['idx', 'data'] as const) : [];
  return {
    sheets: boundedSheets(wanted, names, fields, context),
    properties: new Set([...properties, ...inside]),
    fileFields: chosen.filter(({ step }) => step.value.hasFiles === true),
  };
}

// choice: the number, by which people know an entry, is first, and the id, which programs need, last.
const firstProperties = ['idx', 'status', 'createTime', 'modifyTime', 'submitTime'];

/** Rows of the other sheets name their entry by its number. */
function withKey(names: readonly string[], { flatten }: TableOptions): readonly string[] {
  return flatten === 'cells' || names.includes('idx') ? names : ['idx', ...names];
}

type Fields = ReadonlyMap<string, TableField>;
type Sheets = [TableSheet, ...TableSheet[]];

function boundedSheets(wanted: WantedTable, names: readonly string[], fields: Fields, context: PresentContext): Sheets {
  const whole = { ...wanted, style: { ...wanted.style, splitsChoices: false } };
  return sheetsOf(wanted, names, fields, context) ?? sheetsOf(whole, names, fields, context)!;
}

/** Undefined where columns for choices are too many; that is not found out by making all of them. */
function sheetsOf(
  wanted: WantedTable,
  names: readonly string[],
  fields: Fields,
  context: PresentContext,
): Sheets | undefined {
  const { form, options, style } = wanted;
  const main: TableColumn[] = [];
  const ofRepeats = new Map<TableRepeat, TableColumn[]>();
  for (const name of names) {
    const field = fields.get(name);
    if (field === undefined) main.push(propertyColumn(name, wanted, context));
    else if (field.repeat === undefined) main.push(...columnsOfField(field, style));
    else if (options.flatten === 'cells') main.push(joinedColumn(field, style));
    else {
      const columns = ofRepeats.get(field.repeat) ?? keyColumns(field.repeat, wanted, context);
      columns.push(...columnsOfField(field, style));
      ofRepeats.set(field.repeat, columns);
      if (style.splitsChoices && columns.length > maxColumns) return undefined;
    }
    if (style.splitsChoices && main.length > maxColumns) return undefined;
  }
  const repeats = [...ofRepeats].map(([repeat, columns]) => ({
    name: repeatTitles(repeat).join(' '),
    repeat,
    columns: apart(columns),
  }));
  return [{ name: form.definition.name ?? '', repeat: undefined, columns: apart(main) }, ...repeats];
}

/** The entry's number, and the number of the row in each of its repeats. */
function keyColumns(repeat: TableRepeat, wanted: WantedTable, context: PresentContext): TableColumn[] {
  const places = repeatTitles(repeat).map((title, level) => ({
    title: `${title} #`,
    path: `#${level + 1}`,
    mode: undefined,
    read: (_part: JsonObject, entry: EntryAtHand) => entry.places[level] ?? '',
  }));
  return [propertyColumn('idx', wanted, context), ...places];
}

const moments = new Set(['createTime', 'modifyTime', 'submitTime']);

function propertyColumn(name: string, wanted: WantedTable, context: PresentContext): TableColumn {
  const { form, style } = wanted;
  const { isLabelled, words } = style;
  const { read } = entryProperties[name]!;
  const mode = moments.has(name) ? 'dt' : undefined;
  const title = zonedTitle(isLabelled ? (words.properties[name] ?? name) : name, mode, style);
  const column = { title, path: name, mode } as const;
  const cell = (entry: EntryAtHand) => read(entry.row, form, context);
  if (mode !== undefined) {
    const dateOf = (iso: string) => (iso === '' ? '' : style.date(iso, mode));
    return { ...column, read: (_part, entry) => dateOf(String(cell(entry))) };
  }
  if (name === 'status' && isLabelled) {
    const statuses: Readonly<Record<string, string>> = words.statuses;
    return { ...column, read: (_part, entry) => statuses[String(cell(entry))] ?? '' };
  }
  if (style.link !== undefined && name.toLowerCase().includes('url')) {
    const { link } = style;
    return { ...column, read: (_part, entry) => link(String(cell(entry))) };
  }
  return { ...column, read: (_part, entry) => cell(entry) };
}

/** Columns of one title name their place in the data as well. */
function apart(columns: readonly TableColumn[]): TableColumn[] {
  const counts = new Map<string, number>();
  for (const { title } of columns) counts.set(title, (counts.get(title) ?? 0) + 1);
  return columns.map((column) =>
    counts.get(column.title) === 1 ? column : { ...column, title: `${column.title} (${column.path})` },
  );
}
