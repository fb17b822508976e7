// How far an import is, row by row, in a file beside the one that is imported: whatever ends the import, the next run goes on where it
// was. What was sent and not answered has an Idempotency-Key that makes it one entry for a day. [running.commands.import.resume]
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { CommandError } from '../command.ts';

/** What an import is of: a file that changed, or another map, is another import. */
export interface ImportFacts {
  readonly form: string;
  readonly url: string;
  /** Of the file's bytes. */
  readonly file: string;
  /** Of the map and whatever else decides what a row means. */
  readonly reading: string;
}

export interface ImportLog {
  readonly path: string;
  /** Ids of entries by line. */
  readonly done: ReadonlyMap<number, string>;
  /** Lines that were sent and whose response is not known, and it is too late to ask. */
  readonly unknown: ReadonlySet<number>;
  noteSent(line: number): void;
  noteDone(line: number, entry: string): void;
  /** Refused: may be sent again. */
  noteRefused(line: number): void;
  close(): void;
}

/** The service forgets keys after 24 hours. */
const maxKeyMs = 23 * 60 * 60 * 1000;

export function openImportLog(path: string, facts: ImportFacts, now: number): ImportLog {
  const { done, sent } = readLog(path, facts);
  const unknown = new Set([...sent].filter(([, time]) => now - time > maxKeyMs).map(([line]) => line));
  const file = openLog(path);
  // In one write each: a process that is killed leaves whole lines.
  const note = (item: object) => void writeSync(file, `${JSON.stringify(item)}\n`);
  if (done.size === 0 && sent.size === 0) note(facts);
  // A line that was cut off by a power failure is ended.
  else note({ resumed: new Date(now).toISOString() });
  return {
    path,
    done,
    unknown,
    noteSent: (line) => note({ sent: line, time: Date.now() }),
    noteDone(line, entry) {
      done.set(line, entry);
      note({ row: line, entry });
    },
    noteRefused: (line) => note({ refused: line }),
    close: () => closeSync(file),
  };
}

function openLog(path: string): number {
  try {
    return openSync(path, 'a');
  } catch (error) {
    throw new CommandError(
      `The state of the import cannot be written: ${(error as Error).message}. --state names another file.`,
    );
  }
}

type LogLine = Partial<ImportFacts> & {
  readonly sent?: number;
  readonly time?: number;
  readonly row?: number;
  readonly entry?: string;
  readonly refused?: number;
};

function readLog(path: string, facts: ImportFacts): { done: Map<number, string>; sent: Map<number, number> } {
  const done = new Map<number, string>();
  const sent = new Map<number, number>();
  const lines = readLines(path);
  if (lines.length > 0) checkSame(lines, facts, path);
  for (const { sent: line, time = 0, row, entry, refused } of lines) {
    if (line !== undefined) sent.set(line, time);
    if (refused !== undefined) sent.delete(refused);
    if (row === undefined || entry === undefined) continue;
    done.set(row, entry);
    sent.delete(row);
  }
  return { done, sent };
}

function checkSame(lines: readonly LogLine[], facts: ImportFacts, path: string): void {
  const other = (Object.keys(facts) as (keyof ImportFacts)[]).find((name) => lines[0]?.[name] !== facts[name]);
  if (other === undefined) return;
  const what = {
    form: 'another form',
    url: 'another service',
    file: 'another file, or the file before it was changed',
    reading: 'another map or other options',
  };
  throw new CommandError(
    `${path} is the state of an import of ${what[other]}. Entries that it made would be made twice: import what is left of the earlier file (its report has it), or name another state by --state.`,
  );
}

function readLines(path: string): LogLine[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
  return text.split('\n').flatMap((line): LogLine[] => {
    if (line === '') return [];
    try {
      return [JSON.parse(line) as LogLine];
    } catch {
      // Cut off by a power failure: what it said is asked again with the same key.
      return [];
    }
  });
}
