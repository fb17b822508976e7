// An export for people as a file: CSV, a workbook, or a ZIP where there are several files. [export.table]
import type { FileObject } from '../../../core/definition/form-definition.ts';
import { directionOf } from '../../../core/locale/locale.ts';
import type { LinkCell } from '../../../print/cell.ts';
import { createUniqueNames } from '../../../tables/write/unique-names.ts';
import { writeCsv } from '../../../tables/write/write-csv.ts';
import { type WorkbookSheet, writeXlsx } from '../../../tables/write/write-xlsx.ts';
import { writeZip, type ZipPart } from '../../../tables/write/write-zip.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { safeFileName } from '../../files/safe-file-name.ts';
import type { ExportProperty, ExportRow } from '../../store/entries/export-entries.ts';
import { type ExportedEntries, eachRowPage } from '../export-pages.ts';
import { type ExportProgress, sharedProgress } from '../export-progress.ts';
import { sheetDates, textDates } from './date-cells.ts';
import { eachTablePage } from './each-table-page.ts';
import { EntryAtHand } from './entry-at-hand.ts';
import { eachFilePart, fileNamer } from './entry-files.ts';
import type { ColumnStyle } from './kind-table.ts';
import type { TableOptions } from './table-options.ts';
import { planTable, type TablePlan, type TableSheet } from './table-sheets.ts';
import { tableWords } from './table-words.ts';

type Needs = Pick<
  Services,
  'config' | 'clock' | 'newId' | 'longReads' | 'db' | 'secrets' | 'reads' | 'storage' | 'entryIndexes'
>;

export interface WantedTableFile extends ExportedEntries {
  readonly format: 'csv' | 'xlsx';
  readonly fields: readonly string[] | undefined;
  readonly options: TableOptions;
}

export interface TableFile {
  readonly kind: 'csv' | 'xlsx' | 'zip';
  readonly pieces: AsyncIterable<Buffer>;
}

/** Throws the 400 for names that are not columns. */
export function checkTable(wanted: WantedTableFile, services: Pick<Services, 'config' | 'secrets'>): void {
  plan(wanted, services);
}

export function openTable(wanted: WantedTableFile, services: Needs, progress: ExportProgress): TableFile {
  const table = plan(wanted, services);
  const isInside = wanted.options.files === 'inside' && table.fileFields.length > 0;
  const counter = sharedProgress(progress, table.sheets.length + (isInside ? 1 : 0));
  const read = counted(passes(wanted, table.properties, services), counter);
  const time = new Date(services.clock.now());
  const files = tableFiles(wanted, table, read, time);
  const [first] = files;
  if (!isInside && files.length === 1) return { kind: wanted.format, pieces: first!.content };
  const fileParts = isInside ? eachFilePart({ ...inside(wanted, table), pages: read() }, services) : [];
  return { kind: 'zip', pieces: writeZip(inTurn<ZipPart>(files, fileParts), time) };
}

function plan(wanted: WantedTableFile, services: Pick<Services, 'config' | 'secrets'>): TablePlan {
  const { form, fields, options } = wanted;
  // choice: an empty list of fields means the default columns, as a missing one does.
  const names = fields?.length === 0 ? undefined : fields;
  const planned = planTable({ form, names, options, style: styleOf(wanted, services) }, services);
  if ('unknown' in planned) throw errors.fieldsNotRecognized(planned.unknown);
  return planned;
}

function inside({ form }: WantedTableFile, { fileFields }: TablePlan) {
  return { account: form.account, fields: fileFields, words: tableWords(form.plan.locale) };
}

/** What a formula takes as a text. */
const maxLinkLength = 255;

function styleOf({ form, format, options }: WantedTableFile, { config }: Pick<Services, 'config'>): ColumnStyle {
  const timeZone = form.definition.timeZone ?? 'UTC';
  const dateText = textDates(timeZone);
  const isSheet = format === 'xlsx';
  const linkTo = (link: LinkCell): LinkCell | string => {
    const fits = link.href.length <= maxLinkLength && link.text.length <= maxLinkLength && link.text !== '';
    return isSheet && fits ? link : link.plain;
  };
  const toFile = ({ name, url }: FileObject) => {
    const plain = `${name} (${url})`;
    // Data that was never submitted may name any address.
    return url.startsWith(`${config.storageUrl}/`) ? linkTo({ text: name, href: url, plain }) : plain;
  };
  return {
    isLabelled: options.isLabelled,
    words: tableWords(form.plan.locale),
    timeZone,
    date: isSheet ? sheetDates(timeZone) : dateText,
    dateText,
    splitsChoices: options.choices === 'columns',
    link: isSheet ? (url) => (url === '' ? '' : linkTo({ text: url, href: url, plain: url })) : undefined,
    file: (file, entry) => {
      const path = entry.fileName(file.storageKey);
      if (path === undefined) return toFile(file);
      // In an address these would mean something else.
      return /[#%]/.test(path) ? path : linkTo({ text: file.name, href: path, plain: path });
    },
  };
}

interface NamedFile {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

type ReadEntries = () => AsyncIterable<readonly ExportRow[]>;

function tableFiles(wanted: WantedTableFile, table: TablePlan, read: ReadEntries, time: Date): NamedFile[] {
  const { form, format, options } = wanted;
  const nameFiles = options.files === 'inside' ? fileNamer(table.fileFields) : undefined;
  const pagesOf = (sheet: TableSheet) => eachTablePage(read(), sheet, new EntryAtHand(form, nameFiles));
  const titlesOf = ({ columns }: TableSheet) => columns.map(({ title }) => title);
  const nameOnce = createUniqueNames();
  const fileName = (name: string) => nameOnce(safeFileName({ title: name || form.id }).replace(/pdf$/, format));
  if (format === 'csv') {
    return table.sheets.map((sheet) => ({
      name: fileName(sheet.name),
      // Cells of text only: links are for workbooks.
      content: writeCsv(titlesOf(sheet), pagesOf(sheet) as AsyncIterable<Iterable<readonly string[]>>),
    }));
  }
  const sheets = table.sheets.map((sheet): WorkbookSheet => {
    const modes = sheet.columns.map(({ mode }) => mode);
    return { name: sheet.name, titles: titlesOf(sheet), pages: pagesOf(sheet), modes };
  });
  const isRightToLeft = directionOf(form.plan.locale) === 'rtl';
  return [{ name: fileName(table.sheets[0].name), content: writeXlsx({ sheets, isRightToLeft, time }) }];
}

/** Each sheet reads the entries again; entries that are newer than what the first one had are not in the others. */
function passes(wanted: ExportedEntries, properties: ReadonlySet<ExportProperty>, services: Needs): ReadEntries {
  let last: string | undefined;
  let isFirstOver = false;
  return async function* () {
    for await (const rows of eachRowPage(wanted, properties, services)) {
      if (isFirstOver) {
        yield rows.filter(({ id }) => last !== undefined && id <= last);
        continue;
      }
      for (const { id } of rows) if (last === undefined || id > last) last = id;
      yield rows;
    }
    isFirstOver = true;
  };
}

/** A page counts when the next one is asked for: then it is done. */
function counted(read: ReadEntries, progress: Pick<ExportProgress, 'add'>): ReadEntries {
  return async function* () {
    for await (const rows of read()) {
      yield rows;
      progress.add(rows.length);
    }
  };
}

async function* inTurn<Item>(...lists: (Iterable<Item> | AsyncIterable<Item>)[]): AsyncGenerator<Item> {
  for (const list of lists) yield* list;
}
