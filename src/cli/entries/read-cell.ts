// The value that a cell of a table means for its field: numbers as people type them, dates, words for true and false, options by value or
// by label. What it cannot read it passes on as it is, and the form's own check says what is wrong. [running.commands.import.cells]
import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { optionKey } from '../../core/plan/option-list.ts';
import { startsFormula } from '../../core/text/starts-formula.ts';
import { readTypedNumber } from '../../fields/number/typed-number.ts';
import type { Target } from './map-columns.ts';

export interface CellFormat {
  /** Of dates such as 5/4/2026. */
  readonly dateOrder: 'dmy' | 'mdy' | undefined;
  /** Of a workbook: dates are numbers of days since then. */
  readonly dayZero: number | undefined;
}

export type ReadCell = (text: string) => JsonValue | undefined;

/** undefined for an empty cell. */
export function cellReader({ step }: Target, format: CellFormat): ReadCell {
  const read = step.kind === 'repeat' ? readJson : readerOf(step, format);
  return (text) => {
    // As exports protect what a spreadsheet would run.
    const plain = text.startsWith("'") && startsFormula(text.slice(1)) ? text.slice(1) : text;
    return plain.trim() === '' ? undefined : read(plain);
  };
}

function readerOf(step: FieldStep, format: CellFormat): (text: string) => JsonValue {
  switch (step.value.kind) {
    case 'number':
    case 'rate':
      return (text) => readTypedNumber(text) ?? text;
    case 'bool':
      return (text) => truths.get(text.trim().toLowerCase()) ?? text;
    case 'date':
      return (text) => readDate(text.trim(), format, step.value.mode ?? 'd');
    case 'choice':
      return optionReader(step);
    case 'multi-choice':
      return choicesReader(step);
    case 'matrix':
    case 'file':
    case 'sign':
      return readJson;
    default:
      return (text) => text;
  }
}

const truths = new Map<string, boolean>([
  ...['true', 'yes', 'y', 'on', '1', 'כן'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'off', '0', 'לא'].map((word) => [word, false] as const),
]);

/** What is not JSON fails the field's own check. */
function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** By value, else by a label that only one option has. Options that are not a list are checked as they are. */
function optionReader({ options }: FieldStep): (text: string) => JsonValue {
  if (options?.form !== 'list') return (text) => text;
  const byLabel = new Map<string, JsonValue | undefined>();
  for (const { value, label } of options.list) {
    const key = label.trim();
    byLabel.set(key, byLabel.has(key) && byLabel.get(key) !== value ? undefined : value);
  }
  return (text) => {
    const key = text.trim();
    if (options.index.has(optionKey(text)) || options.index.has(optionKey(key)))
      return options.index.get(optionKey(text)) ?? options.index.get(optionKey(key)) ?? key;
    return byLabel.get(key) ?? text;
  };
}

/** On lines of their own, as exports have them; or between semicolons or commas, where the whole is not an option itself. */
function choicesReader(step: FieldStep): (text: string) => JsonValue {
  const readOne = optionReader(step);
  const { options } = step;
  const isOption = (value: JsonValue) => options?.form === 'list' && options.index.has(optionKey(value));
  return (text) => {
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
    if (lines.length > 1) return lines.map(readOne);
    const whole = readOne(text);
    if (isOption(whole)) return [whole];
    const sign = [';', ','].find((one) => text.includes(one));
    if (sign === undefined) return [whole];
    return text
      .split(sign)
      .filter((part) => part.trim() !== '')
      .map((part) => readOne(part.trim()));
  };
}

const dayMs = 86_400_000;
/** The last day of the year 9999. */
const maxDays = 2_958_465;
const ownDate = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d?:\d\d(?::\d\d(?:\.\d+)?)?)Z?)?$/;
const otherDate = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,? +(\d\d?:\d\d(?::\d\d)?))?$/;
const ownTime = /^(\d\d?):(\d\d)(?::(\d\d))?$/;

/** Times without a zone are UTC, as everywhere. */
function readDate(text: string, { dateOrder, dayZero }: CellFormat, mode: 'd' | 'dt' | 't'): JsonValue {
  const days = dayZero === undefined || !/^\d+(?:\.\d+)?$/.test(text) ? undefined : Number(text);
  if (days !== undefined && dayZero !== undefined && days <= maxDays) {
    // To the second: a third of a day has no end as a number.
    return new Date(dayZero + Math.round((days * dayMs) / 1000) * 1000).toISOString();
  }
  const [, day, time] = ownDate.exec(text) ?? [];
  if (day !== undefined) return withTime(day, time);
  const [, first = '', second = '', year = '', clock] = otherDate.exec(text) ?? [];
  if (year !== '' && dateOrder !== undefined) {
    const [d, m] = dateOrder === 'dmy' ? [first, second] : [second, first];
    return withTime(`${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`, clock);
  }
  const [, hours, minutes, seconds = '00'] = ownTime.exec(text) ?? [];
  if (mode === 't' && hours !== undefined) return `1970-01-01T${hours.padStart(2, '0')}:${minutes}:${seconds}Z`;
  return text;
}

function withTime(day: string, time: string | undefined): string {
  if (time === undefined) return day;
  return `${day}T${time[1] === ':' ? '0' : ''}${time}Z`;
}
