// Statements of the hot paths: their text is a constant, prepared once on each connection, and found there by its name. The driver
// otherwise joins a statement from its pieces and hashes its text each time (scripts/postgres-edits.mjs).
import type { Row } from 'postgres';
import type { Runner } from './db.ts';

export type Parameter = string | (string | number | null)[];

export interface NamedStatement {
  /** No other text has it. */
  readonly name: string;
  readonly text: string;
  readonly parameters: Parameter[];
}

export async function runNamed<Found extends Row>(
  sql: Runner,
  { name, text, parameters }: NamedStatement,
): Promise<Found[]> {
  const options: NamedOptions = { prepare: true, statementName: name };
  return sql.unsafe<Found[]>(text, parameters, options);
}

/** As the driver takes them with its edits. */
interface NamedOptions {
  readonly prepare: true;
  readonly statementName: string;
}
