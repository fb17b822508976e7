// A PDF that is archived shows the number of its entry, and is made before the commit that gives the number. So the number is
// foretold: what the form gave last, and one more for each that stands in line before. The commit is made only if the number is
// right; otherwise the PDF is made again with the one that is known then. [after-actions.pdfs.number]
//
// PDFs of one form are made at the same time, and written in the order of the line. A line that meets strangers' numbers again
// and again (other processes, entries without PDF) goes one by one, each while nobody else can get a number, until no stranger
// was seen between two of them: so little is made in vain, and each ends.
import { errors } from '../base/errors.ts';
import { orFailed } from '../base/request-scope.ts';
import { isOutcomeUnknown } from '../store/connection/database-errors.ts';
import type { Db, Transaction } from '../store/connection/db.ts';
import { findLastNumbers, lockLastNumbers } from '../store/entries/entry-numbers.ts';
import type { LastNumbers } from '../store/entries/insert-entries.ts';

/** Those of the two that the entry gets by this write. */
export interface Numbers {
  readonly idx?: number;
  readonly submitIdx?: number;
}

export type NumberKind = keyof Numbers;

/** What the write answers when the entry would have got other numbers; nothing is written then. */
export class OtherNumbers {
  constructor(readonly last: LastNumbers) {}
}

export interface NumberedWork<Made, Result> {
  readonly form: string;
  readonly limitedAccount: string | undefined;
  /** Which numbers the write gives. */
  readonly gives: readonly NumberKind[];
  /** Leaves nothing behind when it fails. */
  readonly make: (numbers: Numbers) => Promise<Made>;
  readonly discard: (made: Made) => Promise<void>;
  /** With a transaction the numbers are certain. */
  readonly write: (made: Made, numbers: Numbers, tx?: Transaction) => Promise<Result | OtherNumbers>;
  /** Whether the numbers are used up. */
  readonly isWritten: (result: Result) => boolean;
  /** Asks the database, after the response to a commit was lost. */
  readonly findWritten: () => Promise<boolean>;
}

export interface PredictedNumbers {
  run<Made, Result>(work: NumberedWork<Made, Result>): Promise<Result>;
}

/** Of one ticket. */
const maxCollisions = 2;
/** Each keeps a connection while its PDF is made, and the PDF needs others. */
const maxLocks = 2;

interface Ticket {
  readonly gives: readonly NumberKind[];
}

interface Line {
  /** What the form gave last, before the first ticket. */
  last: LastNumbers;
  /** Strangers get numbers all the time. */
  isContended: boolean;
  readonly tickets: Ticket[];
  readonly opened: Promise<void>;
  wake: () => void;
  change: Promise<void>;
}

export function createPredictedNumbers({ db }: { db: Db }): PredictedNumbers {
  const lines = new Map<string, Line>();
  const locks = createPlaces(maxLocks);

  function open(form: string): Line {
    const line: Line = {
      last: { idx: 0, submitIdx: 0 },
      isContended: false,
      tickets: [],
      opened: findLastNumbers(db.sql, form).then((last) => {
        line.last = last ?? line.last;
      }),
      wake: () => {},
      change: Promise.resolve(),
    };
    tellChange(line);
    lines.set(form, line);
    return line;
  }

  async function runInLine<Made, Result>(
    line: Line,
    ticket: Ticket,
    work: NumberedWork<Made, Result>,
  ): Promise<Result> {
    await line.opened;
    for (let collisions = 0; ; ) {
      while (line.isContended && line.tickets[0] !== ticket) await line.change;
      if (line.isContended) return runLocked(line, ticket, work);
      const numbers = numbersOf(line, ticket);
      const made = await orFailed(work.make(numbers));
      while (line.tickets[0] !== ticket && isSame(numbersOf(line, ticket), numbers)) await line.change;
      if (isSame(numbersOf(line, ticket), numbers)) {
        const result = await work.write(made, numbers);
        if (!(result instanceof OtherNumbers))
          return leave(line, ticket, { numbers, isTaken: work.isWritten(result), result });
        line.last = result.last;
        collisions += 1;
        line.isContended = collisions === maxCollisions;
        tellChange(line);
      }
      await work.discard(made);
    }
  }

  /** The first in line. */
  async function runLocked<Made, Result>(
    line: Line,
    ticket: Ticket,
    work: NumberedWork<Made, Result>,
  ): Promise<Result> {
    await locks.enter();
    let written: { result: Result; numbers: Numbers } | undefined;
    try {
      const write = async (tx: Transaction) => {
        const last = await lockLastNumbers(tx, work);
        if (last === undefined) throw errors.formNotFound(work.form);
        line.isContended = last.idx !== line.last.idx || last.submitIdx !== line.last.submitIdx;
        line.last = last;
        tellChange(line);
        const numbers = numbersOf(line, ticket);
        const result = await work.write(await orFailed(work.make(numbers)), numbers, tx);
        if (result instanceof OtherNumbers) throw new Error('Locked counters gave other numbers.');
        written = { result, numbers };
      };
      await db.transaction(write, { isBounded: true });
    } catch (error) {
      const isLost = written !== undefined && isOutcomeUnknown(error);
      if (!isLost || !(await work.findWritten())) throw error;
    } finally {
      locks.leave();
    }
    const { result, numbers } = written as unknown as { result: Result; numbers: Numbers };
    return leave(line, ticket, { numbers, isTaken: work.isWritten(result), result });
  }

  function leave<Result>(
    line: Line,
    ticket: Ticket,
    { numbers, isTaken, result }: { numbers: Numbers; isTaken: boolean; result: Result },
  ): Result {
    if (isTaken) line.last = { ...line.last, ...numbers };
    line.tickets.splice(line.tickets.indexOf(ticket), 1);
    tellChange(line);
    return result;
  }

  return {
    async run(work) {
      const line = lines.get(work.form) ?? open(work.form);
      const ticket: Ticket = { gives: work.gives };
      line.tickets.push(ticket);
      try {
        return await runInLine(line, ticket, work);
      } finally {
        if (line.tickets.includes(ticket)) leave(line, ticket, { numbers: {}, isTaken: false, result: undefined });
        // The next one asks again.
        if (line.tickets.length === 0 && lines.get(work.form) === line) lines.delete(work.form);
      }
    },
  };
}

/** Wakes those who wait for the last change, and lets them wait for the next. */
function tellChange(line: Line): void {
  line.wake();
  line.change = new Promise((resolve) => {
    line.wake = resolve;
  });
}

function numbersOf({ last, tickets }: Line, ticket: Ticket): Numbers {
  const upTo = tickets.slice(0, tickets.indexOf(ticket) + 1);
  const next = (kind: NumberKind) => last[kind] + upTo.filter(({ gives }) => gives.includes(kind)).length;
  return Object.fromEntries(ticket.gives.map((kind) => [kind, next(kind)]));
}

function isSame(one: Numbers, other: Numbers): boolean {
  return one.idx === other.idx && one.submitIdx === other.submitIdx;
}

function createPlaces(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async enter(): Promise<void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave(): void {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly predictedNumbers: PredictedNumbers;
  }
}
