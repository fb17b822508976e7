// A form that another program made, as a form of ours: XLSForm workbooks, and the JSON of Form.io, SurveyJS and the Google Forms API.
// Which of them it is follows from the content. What could not be brought over is in the notes, each with its place in the file.
// Runs in browsers and in Node.js. [forms.import] [forms.import.notes]
import type { FormDefinition } from '../core/definition/form-definition.ts';
import type { Locale } from '../core/locale/locale.ts';
import { type CellLoss, readWorkbook } from '../tables/read-xlsx.ts';
import { openDraft } from './draft-form.ts';
import { elementPlaces } from './element-places.ts';
import { finishForm } from './finish-form.ts';
import { buildFormio } from './formio/build-formio.ts';
import { buildGoogle } from './google/build-google.ts';
import { ImportFormError } from './import-problem.ts';
import { createNotes, type Note, type NoteList } from './note-list.ts';
import { buildSurvey } from './surveyjs/build-survey.ts';
import { buildXlsForm } from './xlsform/build-xlsform.ts';
import { isFormSheet, readSheets } from './xlsform/read-sheets.ts';

export type { Note } from './note-list.ts';

export const importKinds = ['xlsform', 'formio', 'surveyjs', 'google'] as const;
export type ImportKind = (typeof importKinds)[number];

export interface ImportSource {
  /** Where it is missing, the content decides. */
  readonly kind?: ImportKind | undefined;
  /** The file; a text may be given as `text`. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly text?: string;
  /** Of the form: its language where the file has several, and that of messages. Where it is missing, the file decides. */
  readonly locale?: Locale | undefined;
  /** The language of the notes. */
  readonly notesIn?: Locale;
  /** For names that the file does not have: usually the file's own. */
  readonly name?: string;
}

export interface ImportedForm {
  readonly kind: ImportKind;
  readonly form: FormDefinition;
  readonly notes: readonly Note[];
  /** Where in the definition the element is that notes with this place are about. */
  readonly places: ReadonlyMap<string, string>;
}

/** [limits.import] */
export const maxImportBytes = 20_000_000;
const maxUnpackedBytes = 100_000_000;
const maxSheetRows = 60_000;
const maxSheetCells = 10_000_000;

/** Throws ImportFormError for a file that is not a form, or too large to be one. */
export async function importForm(source: ImportSource): Promise<ImportedForm> {
  const draft = openDraft(createNotes(source.notesIn ?? 'en'));
  const kind = await build(source, draft);
  const { settings } = draft;
  settings.name = settings.name?.trim() || source.name?.trim() || '';
  if (settings.name.length > maxNameLength) {
    settings.name = settings.name.slice(0, maxNameLength);
    draft.notes.add('', 'textCut', { count: maxNameLength });
  }
  if (settings.name === '') delete settings.name;
  const form = finishForm(draft);
  return { kind, form, notes: draft.notes.finish(), places: elementPlaces(draft) };
}

const maxNameLength = 1000;

/** For those who know the size of a file before they have read it. */
export function checkImportSize(bytes: number): void {
  if (bytes > maxImportBytes) throw new ImportFormError('tooLarge', tooLarge);
}

async function build(source: ImportSource, draft: ReturnType<typeof openDraft>): Promise<ImportKind> {
  const { kind, locale } = source;
  const { bytes, text } = readSource(source);
  checkImportSize(bytes?.length ?? text!.length);
  if (bytes !== undefined) {
    if (kind !== undefined && kind !== 'xlsform') throw new ImportFormError('notKind', { kind });
    await buildWorkbook(bytes, draft, locale);
    return 'xlsform';
  }
  const value = readJson(text!);
  const found = kindOf(value);
  if (found === undefined || (kind !== undefined && kind !== found)) {
    throw kind === undefined ? new ImportFormError('notForm') : new ImportFormError('notKind', { kind });
  }
  const builders = { formio: buildFormio, surveyjs: buildSurvey, google: buildGoogle };
  builders[found](value as Record<string, unknown>, draft, locale);
  return found;
}

const tooLarge = { size: maxImportBytes / 1_000_000, count: maxSheetRows };

/** A workbook stays bytes, anything else is text. */
function readSource({ bytes, text }: ImportSource): { bytes?: Uint8Array<ArrayBuffer>; text?: string } {
  if (bytes === undefined) return { text: text ?? '' };
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { bytes };
  // The old format of workbooks is a file system of its own.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11) throw new ImportFormError('oldWorkbook');
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return { text: new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes) };
}

async function buildWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  draft: ReturnType<typeof openDraft>,
  locale: Locale | undefined,
): Promise<void> {
  const losses: CellLoss[] = [];
  const sheets = await readWorkbook(bytes, {
    ...{ run, maxBytes: maxUnpackedBytes, maxRows: maxSheetRows, maxCells: maxSheetCells },
    onLoss: (loss) => void (losses.length < maxLosses && losses.push(loss)),
  });
  if (sheets === 'tooLarge') throw new ImportFormError('tooLarge', tooLarge);
  if (sheets === 'notWorkbook') throw new ImportFormError('notWorkbook');
  const read = readSheets(sheets, locale);
  if (read === undefined) throw new ImportFormError('noSurvey');
  noteLosses(losses, draft.notes);
  buildXlsForm(read, draft, locale);
}

/** More than the list of notes has room for. */
const maxLosses = 100_000;
const lossCodes = { tooManyColumns: 'cellBeyond', error: 'cellError', formula: 'cellFormula' } as const;

/** Of the sheets that make the form; of any other one note says that it was left out. */
function noteLosses(losses: readonly CellLoss[], notes: NoteList): void {
  for (const { sheet, line, kind } of losses) {
    if (isFormSheet(sheet)) notes.count(lossCodes[kind], {}, `${sheet} ${line}`);
  }
}

/** Between the steps others may go on. */
async function run<T>(steps: Generator<number, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function readJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text.slice(0, 1000).replace(/^\ufeff/, ''))) throw new ImportFormError('notForm');
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new ImportFormError('notJson', { why: (error as Error).message });
  }
}

/** Each has something that the others do not: see docs/import-forms.md. */
function kindOf(value: unknown): Exclude<ImportKind, 'xlsform'> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const has = (name: string) => Object.hasOwn(value, name);
  const list = (name: string) => has(name) && Array.isArray((value as Record<string, unknown>)[name]);
  if (list('components')) return 'formio';
  if (list('items') && (has('info') || has('formId'))) return 'google';
  if (list('pages') || list('elements') || list('questions')) return 'surveyjs';
  return undefined;
}
