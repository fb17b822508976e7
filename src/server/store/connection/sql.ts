// SQL as it is written in the store: a template whose values travel beside the text, never in it. A template within another one is a
// piece of that statement. A statement runs when it is awaited; a piece never runs.
//
//   const after = sql`and e.id > ${id}`;
//   const rows = await sql<{ id: string }[]>`select e.id from entries e where e.account = ${account} ${after}`;
import { type ColumnValue, writeParameter } from './column-types.ts';
import type { Fragment, Piece, StatementTexts } from './statement-texts.ts';

export interface Runner {
  <Found extends readonly object[] = Row[]>(texts: TemplateStringsArray, ...values: readonly Piece[]): Statement<Found>;
  /** A name in double quotes. */
  (name: string): Fragment;
  /** Text as it is, which must never hold anything of a caller. As a statement without parameters it may be several. */
  unsafe<Found extends readonly object[] = Row[]>(text: string, parameters?: readonly ColumnValue[]): Statement<Found>;
  /** A text of ours that is made once, with $1, $2 in it; each connection prepares it, as it does templates. */
  prepared<Found extends readonly object[] = Row[]>({ text, parameters }: PreparedStatement): Statement<Found>;
}

/** What a statement gives: its rows, and how many rows it found or changed. */
export type Rows<Found = Row[]> = Found & { readonly count: number };
export type Row = Record<string, unknown>;

export interface PreparedStatement {
  readonly text: string;
  readonly parameters: readonly ColumnValue[];
}

/** A statement on its way to the server. */
export interface Query {
  readonly text: string;
  /** Undefined where the text may be several statements. */
  readonly parameters: readonly (string | Buffer | null)[] | undefined;
  /** It is prepared under this name, if it has one. */
  readonly name: string | undefined;
  resolve(rows: Rows): void;
  reject(error: unknown): void;
}

export interface Sender {
  /** Calls `resolve` or `reject` of the query, once. */
  send(query: Query): void;
  readonly texts: StatementTexts;
  /** What stands in a comment before a statement that begins here. */
  readonly label: () => string | undefined;
}

export function createRunner(sender: Sender): Runner {
  function tag<Found extends readonly object[]>(texts: TemplateStringsArray, ...values: Piece[]): Statement<Found>;
  function tag(name: string): Fragment;
  function tag(first: TemplateStringsArray | string, ...values: Piece[]) {
    if (typeof first === 'string') return { texts: [quoteName(first)], values: [] };
    return new Statement(sender, { texts: first, values });
  }
  return Object.assign(tag, {
    unsafe<Found extends readonly object[]>(text: string, parameters?: readonly ColumnValue[]) {
      return new Statement<Found>(sender, { texts: [text], values: [], parameters });
    },
    prepared<Found extends readonly object[]>({ text, parameters }: PreparedStatement) {
      return new Statement<Found>(sender, { texts: [text], values: [], parameters, isPrepared: true });
    },
  });
}

interface Written extends Fragment {
  /** Of a text that names them itself: $1, $2. */
  readonly parameters?: readonly ColumnValue[] | undefined;
  readonly isPrepared?: boolean;
}

export class Statement<Found = Row[]> implements Promise<Rows<Found>>, Fragment {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly texts: readonly string[];
  readonly values: readonly Piece[];
  readonly #sender: Sender;
  readonly #written: Written;
  #rows: Promise<Rows> | undefined;

  constructor(sender: Sender, written: Written) {
    this.texts = written.texts;
    this.values = written.values;
    this.#sender = sender;
    this.#written = written;
  }

  then<Done = Rows<Found>, Failed = never>(
    onDone?: ((rows: Rows<Found>) => Done | PromiseLike<Done>) | null,
    onFailed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#run().then(onDone, onFailed);
  }

  catch<Failed = never>(onFailed: (error: unknown) => Failed | PromiseLike<Failed>): Promise<Rows<Found> | Failed> {
    return this.#run().catch(onFailed);
  }

  finally(onEnd: () => void): Promise<Rows<Found>> {
    return this.#run().finally(onEnd);
  }

  /** Runs once, however often it is awaited. Rows are what the statement selects: nothing checks their type. */
  #run(): Promise<Rows<Found>> {
    this.#rows ??= new Promise<Rows>((resolve, reject) => {
      const { send, texts, label } = this.#sender;
      const comment = label();
      const { parameters } = this.#written;
      const { text, values } = texts.join(this.#written);
      const isTemplate = 'raw' in this.#written.texts;
      // With a comment of its own it is not prepared: each would stay for as long as the connection.
      const isPrepared = comment === undefined && (isTemplate || this.#written.isPrepared === true);
      send({
        text: comment === undefined ? text : `/* request ${comment} */ ${text}`,
        parameters: isTemplate ? values : parameters?.map(writeParameter),
        name: isPrepared ? texts.nameOf(text) : undefined,
        resolve,
        reject,
      });
    });
    return this.#rows as Promise<unknown> as Promise<Rows<Found>>;
  }
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
