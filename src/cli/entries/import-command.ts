// `formstead entries import FORM FILE`: rows of a file become entries. All rows are checked before the first is sent; the import can be
// ended at any moment and goes on when it is run again. [running.commands.import]
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createClient, type FormsteadClient } from '../../../packages/client/src/index.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { type CommandContext, CommandError } from '../command.ts';
import { connectionFlags, findConnection } from '../connection-settings.ts';
import { findFormId } from '../find-form.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { openProgress } from '../progress.ts';
import { readArguments } from '../read-arguments.ts';
import { type CheckedRows, compileForImport, type ImportRow, openRows } from './check-rows.ts';
import { type ImportLog, openImportLog } from './import-log.ts';
import { type FailedRow, reportPath, writeReport } from './import-report.ts';
import type { GivenMap } from './map-columns.ts';
import { sendRows } from './send-rows.ts';
import { readSourceFile } from './source-file.ts';

const usage =
  'formstead entries import FORM FILE.csv|xlsx|jsonl [--map FILE.json] [--dry-run] [--only-good] [--date-order dmy|mdy] [--sheet NAME] ' +
  '[--encoding E] [--concurrency N] [--state FILE] [--report FILE] [--emails] [--renders]';

export interface ImportResult {
  readonly form: string;
  readonly rows: number;
  /** Made by this run. */
  readonly imported: number;
  /** Made by earlier runs. */
  readonly before: number;
  readonly failed: number;
  /** Where the failed rows are, with the reasons; undefined without any. */
  readonly report: string | undefined;
  /** Answers to questions that are not shown, by path: in how many rows. The service does not store them. */
  readonly hidden: Readonly<Record<string, number>>;
  readonly isDryRun: boolean;
}

export async function importCommand(rest: readonly string[], context: CommandContext): Promise<ImportResult> {
  const { values, switches, plain } = readArguments(rest, {
    usage,
    values: [...connectionFlags, 'map', 'date-order', 'sheet', 'encoding', 'concurrency', 'state', 'report'],
    switches: ['dry-run', 'only-good', 'emails', 'renders'],
    arguments: { min: 2, max: 2 },
  });
  const [named, name] = plain as [string, string];
  const path = resolve(context.folder, name);
  const concurrency = readConcurrency(values.concurrency);
  const dateOrder = readDateOrder(values['date-order']);
  const map = readMap(values.map, context);
  const place = findConnection(values, context);
  const source = await readSourceFile(path, values);
  if (map.size > 0 && source.kind === 'objects')
    throw new CommandError('--map is for tables: a .jsonl file names fields by their paths.');
  // More patient than a person: the service lets so many requests through in a minute and says when to go on.
  const client = createClient({ url: place.url, apiKey: place.key, retry: { attempts: patience } });
  const form = await findFormId(named, client);
  const definition = await getDefinition(form, client);
  const rows = openRows(source, { id: form, definition, plan: compileForImport(definition) }, { map, dateOrder });

  const checked = checkAll(rows, context);
  const failed: FailedRow[] = [...checked.bad];
  const report = resolve(context.folder, values.report ?? reportPath(path));
  const result = (sent: { imported: number; before: number }): ImportResult => {
    if (failed.length > 0) context.setFailed();
    return {
      form,
      rows: rows.count,
      ...sent,
      failed: failed.length,
      report: failed.length > 0 ? report : undefined,
      hidden: checked.hidden,
      isDryRun: switches.has('dry-run'),
    };
  };
  const isStopped = failed.length > 0 && !switches.has('only-good');
  if (isStopped || switches.has('dry-run')) {
    writeReport(report, source, failed);
    if (isStopped) context.stderr.write(`formstead: nothing was sent. ${explainBad(failed, rows.count, report)}\n`);
    return result({ imported: 0, before: 0 });
  }
  const reading = createHash('sha256')
    .update(JSON.stringify([[...map], dateOrder, values.sheet, values.encoding]))
    .digest('hex');
  const facts = { form, url: place.url, file: source.hash, reading };
  const statePath = resolve(context.folder, values.state ?? `${path}.${form}.import`);
  return oneAtATime(statePath, async () => {
    const log = openImportLog(statePath, facts, Date.now());
    const before = log.done.size;
    for (const line of log.unknown) failed.push({ line, reasons: [unknownReason] });
    const progress = openProgress('import', context);
    try {
      const imported = await sendRows(rowsToSend(rows, log, failed), {
        client,
        form,
        fileHash: source.hash,
        log,
        concurrency,
        options: { skipEmails: !switches.has('emails'), skipRenders: !switches.has('renders') },
        onDone: (made) => progress.set(before + made, rows.count),
        onRefused: ({ line }, reason) => void failed.push({ line, reasons: [reason] }),
      });
      return result({ imported, before });
    } finally {
      progress.end();
      log.close();
      writeReport(report, source, failed);
    }
  });
}

const unknownReason =
  'It was sent more than a day ago, and its response was lost: it may be an entry already. If it is not, import this row by itself.';

/** With pauses that grow to a minute. */
const patience = 15;

async function getDefinition(form: string, { api }: FormsteadClient): Promise<FormDefinition> {
  const { data } = await api.GET('/form/{formId}', { params: { path: { formId: form } } });
  return data as unknown as FormDefinition;
}

function checkAll(rows: CheckedRows, context: CommandContext): { bad: FailedRow[]; hidden: Record<string, number> } {
  const progress = openProgress('check', context);
  const bad: FailedRow[] = [];
  const hidden: Record<string, number> = {};
  for (let at = 0; at < rows.count; at += 1) {
    const { line, problems, hidden: paths } = rows.row(at);
    if (problems.length > 0) bad.push({ line, reasons: problems });
    for (const path of paths) hidden[path] = (hidden[path] ?? 0) + 1;
    progress.set(at + 1, rows.count);
  }
  progress.end();
  return { bad, hidden };
}

function* rowsToSend(rows: CheckedRows, log: ImportLog, failed: readonly FailedRow[]): Generator<ImportRow, void> {
  const bad = new Set(failed.map(({ line }) => line));
  for (let at = 0; at < rows.count; at += 1) {
    const line = rows.lineOf(at);
    if (!bad.has(line) && !log.done.has(line)) yield rows.row(at);
  }
}

const maxExamples = 5;

function explainBad(failed: readonly FailedRow[], count: number, report: string): string {
  const examples = failed.slice(0, maxExamples).map(({ line, reasons }) => `\n  row ${line}: ${reasons[0]}`);
  return `${failed.length} of ${count} rows are not right; ${report} has them all with the reasons. Mend them, or send the others with --only-good.${examples.join('')}`;
}

function readConcurrency(text: string | undefined): number {
  const number = text === undefined ? 8 : Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 64) return number;
  throw new CommandError(`--concurrency is "${text}", but must be a whole number from 1 to 64.`);
}

function readDateOrder(text: string | undefined): 'dmy' | 'mdy' | undefined {
  if (text === undefined || text === 'dmy' || text === 'mdy') return text;
  throw new CommandError(`--date-order is "${text}", but must be dmy or mdy.`);
}

/** `{"Column": "path"}`; null leaves a column out. */
function readMap(file: string | undefined, { folder }: CommandContext): GivenMap {
  if (file === undefined) return new Map();
  const path = resolve(folder, file);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandError(`The map ${path} cannot be read: ${(error as Error).message}`);
  }
  if (!isPlainObject(content) || !Object.values(content).every((one) => one === null || typeof one === 'string'))
    throw new CommandError(`The map ${path} must be an object such as {"Full name": "name", "Notes": null}.`);
  return new Map(Object.entries(content as Record<string, string | null>).map(([title, to]) => [title.trim(), to]));
}
