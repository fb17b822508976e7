// `formstead entries export FORM`: entries as a table (csv, xlsx), or as an object for each line (jsonl). To standard output, or to a file
// that is there when it is whole. [running.commands.export]
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type ExportRequest, type FormsteadClient, nextPage } from '../../../packages/client/src/index.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { type CommandContext, CommandError } from '../command.ts';
import { connectionFlags, findConnection, openClient } from '../connection-settings.ts';
import { findFormId } from '../find-form.ts';
import { openProgress, type Progress } from '../progress.ts';
import { readArguments } from '../read-arguments.ts';

const formats = ['csv', 'xlsx', 'jsonl'] as const;
type ExportFormat = (typeof formats)[number];

interface Wanted {
  readonly form: string;
  readonly format: ExportFormat;
  readonly labels: boolean;
  readonly query: Readonly<Record<string, unknown>>;
  readonly where: Readonly<Record<string, unknown>> | undefined;
}

export async function exportCommand(rest: readonly string[], context: CommandContext): Promise<object> {
  const { values, switches, plain } = readArguments(rest, {
    usage:
      'formstead entries export FORM [--format csv|xlsx|jsonl] [--labels] [--where JSON] [--query JSON] [--out FILE]',
    values: [...connectionFlags, 'format', 'where', 'query', 'out'],
    switches: ['labels'],
    arguments: { min: 1, max: 1 },
  });
  const format = readFormat(values.format, values.out);
  if (format === 'jsonl' && switches.has('labels')) throw new CommandError('--labels is for tables: csv and xlsx.');
  const where = values.where === undefined ? undefined : readJson('--where', values.where);
  // Drafts and templates are not what people ask a form's entries for.
  const query = values.query === undefined ? { status: 2 } : readJson('--query', values.query);
  const client = openClient(findConnection(values, context));
  const form = await findFormId(plain[0] as string, client);
  const progress = openProgress('export', context);
  const counted = { bytes: 0, entries: 0 };
  const wanted: Wanted = { form, format, labels: switches.has('labels'), query, where };
  const content = format === 'jsonl' ? lines(wanted, client, progress, counted) : await table(wanted, client, progress);
  const out = values.out === undefined ? undefined : resolve(context.folder, values.out);
  await write(countBytes(content, counted), out, context);
  progress.end();
  return { form, format, bytes: counted.bytes, ...(format === 'jsonl' && { entries: counted.entries }), out };
}

/** By the end of the file's name, where nothing else is said. */
function readFormat(asked: string | undefined, out: string | undefined): ExportFormat {
  const format = asked ?? formats.find((one) => out?.toLowerCase().endsWith(`.${one}`)) ?? 'csv';
  if (formats.includes(format as ExportFormat)) return format as ExportFormat;
  throw new CommandError(`--format is "${format}", but must be one of ${formats.join(', ')}.`);
}

function readJson(flag: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isPlainObject(value)) return value;
  } catch {
    // Said below, in words that name the flag.
  }
  throw new CommandError(`${flag} must be a JSON object, such as {"path": "name", "op": "eq", "value": "Ada"}.`);
}

async function table(
  { form, format, labels, query, where }: Wanted,
  client: FormsteadClient,
  progress: Progress,
): Promise<AsyncIterable<Uint8Array>> {
  const request = { form, format, labels, query, ...(where && { where }) } as ExportRequest;
  const onProgress = ({ rowsDone, rowsTotal }: { rowsDone: number; rowsTotal: number }) =>
    progress.set(rowsDone, rowsTotal);
  return Readable.fromWeb((await client.exports.run(request, { onProgress })) as ReadableStream<Uint8Array>);
}

const pageSize = 500;

/** Whole entries, newest first. */
async function* lines(
  { form, query, where }: Wanted,
  { api }: FormsteadClient,
  progress: Progress,
  counted: { entries: number },
): AsyncGenerator<Uint8Array, void> {
  const asked = { query: JSON.stringify(query), ...(where && { where: JSON.stringify(where) }), limit: pageSize };
  let after: string | undefined;
  do {
    const { data, response } = await api.GET('/form/{formId}/entries', {
      params: { path: { formId: form }, query: { ...asked, ...(after && { after }) } },
    });
    const entries = data?.data ?? [];
    counted.entries += entries.length;
    progress.set(counted.entries);
    yield Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    after = nextPage(response);
  } while (after !== undefined);
}

async function* countBytes(content: AsyncIterable<Uint8Array>, counted: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    counted.bytes += piece.length;
    yield piece;
  }
}

async function write(
  content: AsyncIterable<Uint8Array>,
  out: string | undefined,
  context: CommandContext,
): Promise<void> {
  if (out === undefined) return pipeline(content, context.takeStdout() as Writable, { end: false });
  const beside = `${out}.${process.pid}.tmp`;
  try {
    await pipeline(content, createWriteStream(beside));
    renameSync(beside, out);
  } catch (error) {
    rmSync(beside, { force: true });
    if ((error as NodeJS.ErrnoException).syscall !== undefined)
      throw new CommandError(`${out} cannot be written: ${(error as Error).message}`);
    throw error;
  }
}
