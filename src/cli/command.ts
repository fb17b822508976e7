// What every command that is a client of a service is given, and how it says what went wrong. [running.commands.service]
import type { Writable } from 'node:stream';
import { FormsteadError } from '../../packages/client/src/index.ts';
import { shownText } from './shown-text.ts';

export interface CommandContext {
  /** FORMSTEAD_URL and FORMSTEAD_KEY. */
  readonly env: { readonly url: string | undefined; readonly key: string | undefined };
  /** Where relative paths begin, and the search for formstead.json. */
  readonly folder: string;
  /** To standard output, before the command's JSON object. */
  readonly print: (text: string) => void;
  /** For a command whose product goes to standard output: its JSON object then goes to standard error. */
  readonly takeStdout: () => Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** The command did its work, but not all is well: its object is printed, and the process ends with code 1. */
  readonly setFailed: () => void;
}

/** What is printed, made from the arguments after the name. */
export type ClientCommand = (rest: readonly string[], context: CommandContext) => Promise<object>;

/** Whoever typed the command can mend it: printed without a stack. */
export class CommandError extends Error {}

/** One or more lines for people; undefined for an error that is our own. */
export function explainCommandError(error: unknown): string | undefined {
  const explained = explain(error);
  return explained === undefined ? undefined : shownText(explained);
}

function explain(error: unknown): string | undefined {
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof FormsteadError)) return undefined;
  if (error.status === 0) return `The service did not respond: ${causeOf(error)}`;
  const keys = error.keys.length === 0 ? '' : `\n  at ${error.keys.join('\n  at ')}`;
  const request = error.requestId === undefined ? '' : ` (${error.status}, request ${error.requestId})`;
  return `${error.message}${request}${keys}`;
}

/** fetch hides the reason one or two levels down. */
function causeOf(error: Error): string {
  let last: Error = error;
  while (last.cause instanceof Error) last = last.cause;
  return last.message || (last as NodeJS.ErrnoException).code || last.name;
}
