// Sends rows, several at a time and each with an Idempotency-Key of its own: the same row of the same file makes one entry, however
// often it is sent. [running.commands.import.resume] [running.commands.import.refused]
import { createHash } from 'node:crypto';
import { type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';
import { CommandError, explainCommandError } from '../command.ts';
import type { ImportRow } from './check-rows.ts';
import type { ImportLog } from './import-log.ts';

export interface Sending {
  readonly client: FormsteadClient;
  readonly form: string;
  /** Of the file's bytes. */
  readonly fileHash: string;
  readonly log: ImportLog;
  readonly concurrency: number;
  readonly options: { readonly skipEmails: boolean; readonly skipRenders: boolean };
  readonly onDone: (sent: number) => void;
  readonly onRefused: (row: ImportRow, reason: string) => void;
}

/** How many entries were made by this run. Throws when going on makes no sense; what was sent is noted. */
export async function sendRows(rows: Iterable<ImportRow>, sending: Sending): Promise<number> {
  const queue = rows[Symbol.iterator]();
  let made = 0;
  let failure: unknown;
  const work = async () => {
    for (let next = queue.next(); next.done !== true && failure === undefined; next = queue.next()) {
      const row = next.value;
      try {
        if (await sendRow(row, sending)) made += 1;
        sending.onDone(made);
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: sending.concurrency }, work));
  if (failure !== undefined) throw resumable(failure, made, sending.log);
  return made;
}

export function keyOfRow(fileHash: string, form: string, line: number): string {
  return createHash('sha256').update(`${fileHash}\n${form}\n${line}`).digest('hex');
}

async function sendRow(row: ImportRow, { client, form, fileHash, log, options, onRefused }: Sending): Promise<boolean> {
  log.noteSent(row.line);
  const entry = { form, data: row.data, skipUiActions: true, ...options };
  try {
    const { entry: made } = await client.entries.submit(entry, { idempotencyKey: keyOfRow(fileHash, form, row.line) });
    log.noteDone(row.line, made.id);
    return true;
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === undefined) throw error;
    log.noteRefused(row.line);
    onRefused(row, reason);
    return false;
  }
}

/** Of this row alone; anything else would meet every other row too. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof FormsteadError)) return undefined;
  if (error.messages.length > 0)
    return error.messages.map(({ modelPath, message }) => `${modelPath}: ${message}`).join('; ');
  if (error.status === 422)
    return 'This row of this file was sent within the last day with other data: its entry is there already.';
  return [400, 413].includes(error.status) ? error.message : undefined;
}

function resumable(failure: unknown, made: number, { path }: ImportLog): unknown {
  const reason = explainCommandError(failure);
  if (reason === undefined) return failure;
  return new CommandError(
    `${reason}\nThe import stopped after ${made} entries. Run the same command again to go on: ${path} knows what was sent.`,
  );
}
