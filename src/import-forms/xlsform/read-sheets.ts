// The sheets of an XLSForm as rows with named cells. Headers have old and new spellings, and texts come in several languages
// (`label::English (en)`), of which one is chosen.
import type { Locale } from '../../core/locale/locale.ts';
import type { TextRow } from '../../tables/read-delimited.ts';
import type { Sheet } from '../../tables/read-xlsx.ts';
import { chooseLanguage, type LanguageChoice } from '../choose-language.ts';

export interface XlsRow {
  readonly line: number;
  /** In the chosen language, else in any; '' where there is none. */
  text(column: string): string;
  /** Columns with something in them that nobody has asked for. */
  unread(): string[];
}

export interface XlsTable {
  readonly columns: readonly string[];
  readonly rows: readonly XlsRow[];
}

export interface XlsSheets {
  readonly survey: XlsTable;
  readonly choices: XlsTable;
  readonly externalChoices: XlsTable;
  readonly settings: XlsRow;
  readonly settingNames: readonly string[];
  /** Sheets with something in them that are none of these. */
  readonly otherSheets: readonly string[];
  readonly language: LanguageChoice;
  /** Columns that are there already, so that nobody reads them; with their sheet. */
  readonly doubles: readonly (readonly [sheet: string, column: string])[];
  /** How many texts there were only in another language. */
  readonly missing: { count: number };
}

/** undefined for a workbook without a survey. */
export function readSheets(sheets: readonly Sheet[], locale: Locale | undefined): XlsSheets | undefined {
  const found = new Map(sheets.map((sheet) => [sheet.name.trim().toLowerCase(), sheet]));
  const survey = found.get('survey');
  if (survey === undefined) return undefined;
  const heads = (['survey', 'choices', 'external_choices'] as const).map((name) => readHead(found.get(name), name));
  const languages = heads.flatMap(({ columns }) => columns.map(({ language }) => language));
  const settingHead = readHead(found.get('settings'), 'settings');
  const missing = { count: 0 };
  const settings = rowsOf(settingHead, undefined, { count: 0 })[0] ?? { line: 1, text: () => '', unread: () => [] };
  const language = chooseLanguage(
    languages.filter((one) => one !== undefined),
    {
      wanted: locale,
      preferred: settings.text('default_language'),
      hasPlain: heads[0]!.columns.some(({ base, language }) => base === 'label' && language === undefined),
    },
  );
  const tables = heads.map((head) => ({
    columns: [...new Set(head.columns.map(({ base }) => base))],
    rows: rowsOf(head, language.chosen, missing),
  }));
  return {
    survey: tables[0]!,
    choices: tables[1]!,
    externalChoices: tables[2]!,
    settings,
    settingNames: settingHead.columns.map(({ base }) => base),
    otherSheets: sheets.filter(({ name, rows }) => !isFormSheet(name) && rows.length > 1).map(({ name }) => name),
    language,
    doubles: [...heads, settingHead].flatMap(doublesOf),
    missing,
  };
}

function doublesOf({ sheet, columns }: Head): [string, string][] {
  const seen = new Set<string>();
  return columns.flatMap(({ base, language }): [string, string][] => {
    const key = JSON.stringify([base, language]);
    const isDouble = seen.has(key);
    seen.add(key);
    return isDouble ? [[sheet, language === undefined ? base : `${base}::${language}`]] : [];
  });
}

const formSheets: readonly string[] = ['survey', 'choices', 'external_choices', 'settings'];

export function isFormSheet(name: string): boolean {
  return formSheets.includes(name.trim().toLowerCase());
}

interface Column {
  readonly base: string;
  readonly language: string | undefined;
  readonly at: number;
}

interface Head {
  readonly sheet: SheetName;
  readonly columns: readonly Column[];
  readonly rows: readonly TextRow[];
}

type SheetName = 'survey' | 'choices' | 'external_choices' | 'settings';

function readHead(sheet: Sheet | undefined, kind: SheetName): Head {
  const [first, ...rows] = sheet?.rows ?? [];
  const cells = first?.cells ?? [];
  const plain = new Set(cells.map(normal));
  const spellings = new Map(
    // A column of options may have any name: what they are filtered by.
    [...aliases, ...(kind === 'survey' ? surveyAliases : kind === 'settings' ? settingAliases : choiceAliases)].filter(
      ([spelling, base]) => spelling.includes(':') || !plain.has(base),
    ),
  );
  const columns = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [readHeader(cell, at, spellings)]));
  return { sheet: kind, columns, rows };
}

/** `List Name` is `list_name`. */
export function normal(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '_');
}

const aliases: readonly (readonly [string, string])[] = [
  ['caption', 'label'],
  ['media:image', 'image'],
  ['media:audio', 'audio'],
  ['media:video', 'video'],
  ['media:big-image', 'big-image'],
];
const choiceAliases: typeof aliases = [
  ['list', 'list_name'],
  ['value', 'name'],
];
const settingAliases: typeof aliases = [
  ['title', 'form_title'],
  ['set_form_title', 'form_title'],
  ['set_form_id', 'form_id'],
  ['id_string', 'form_id'],
];
const surveyAliases: typeof aliases = [
  ['command', 'type'],
  ['tag', 'name'],
  ['value', 'name'],
  ['relevance', 'relevant'],
  ['calculate', 'calculation'],
  ['readonly', 'read_only'],
  ['constraining_message', 'constraint_message'],
  ['constraintmsg', 'constraint_message'],
  ['requiredmsg', 'required_message'],
  ['count', 'repeat_count'],
  ['jr:count', 'repeat_count'],
  ['bind:relevant', 'relevant'],
  ['bind:required', 'required'],
  ['bind:constraint', 'constraint'],
  ['bind:calculate', 'calculation'],
  ['bind:readonly', 'read_only'],
  ['bind:jr:constraintmsg', 'constraint_message'],
  ['bind:jr:requiredmsg', 'required_message'],
  ['body:appearance', 'appearance'],
  ['control:appearance', 'appearance'],
];

const translated = new Set([
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  'image',
  'audio',
  'video',
  'big-image',
]);

const maxHeader = 500;

function readHeader(cell: string, at: number, spellings: ReadonlyMap<string, string>): Column {
  const parts = cell
    .trim()
    .slice(0, maxHeader)
    .split(/\s*::?\s*/);
  const words = parts.map(normal);
  // What follows the name of a text is a language.
  for (let length = Math.min(words.length, 3); length > 0; length--) {
    const joined = words.slice(0, length).join(':');
    const base = spellings.get(joined) ?? joined;
    const language = parts.slice(length).join('::');
    if (translated.has(base)) return { base, language: language === '' ? undefined : language, at };
  }
  const whole = words.join(':');
  return { base: spellings.get(whole) ?? whole, language: undefined, at };
}

function rowsOf({ columns, rows }: Head, language: string | undefined, missing: { count: number }): XlsRow[] {
  const places = new Map<string, Column[]>();
  for (const column of columns) places.set(column.base, [...(places.get(column.base) ?? []), column]);
  // The chosen language first, then the texts without one.
  const rank = (one: Column) => (one.language === language ? 0 : one.language === undefined ? 1 : 2);
  for (const [base, list] of places)
    places.set(
      base,
      list.toSorted((a, b) => rank(a) - rank(b)),
    );
  return rows.map(({ line, cells }) => {
    const asked = new Set<string>();
    const isFilled = ({ at }: Column) => (cells[at] ?? '').trim() !== '';
    return {
      line,
      text(base) {
        const found = (places.get(base) ?? []).find(isFilled);
        const isOther = found?.language !== undefined && found.language !== language;
        if (isOther && !asked.has(base)) missing.count += 1;
        asked.add(base);
        return found === undefined ? '' : cells[found.at]!.trim();
      },
      unread: () => [...places].flatMap(([base, list]) => (!asked.has(base) && list.some(isFilled) ? [base] : [])),
    };
  });
}
