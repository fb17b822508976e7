// Runs one command that works on the database; cli.ts loads it when one is asked for. What went wrong comes back as text: in a build
// this is a program of its own, with its own classes of errors. [running.commands]
import { commands } from './commands.ts';
import { explainFailure } from './explain-failure.ts';

export type CommandOutcome = { readonly result: object } | { readonly failure: string };

/** Undefined when there is no such command. */
export async function runCommand(name: string, rest: string[]): Promise<CommandOutcome | undefined> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return undefined;
  try {
    return { result: await command(rest) };
  } catch (error) {
    return { failure: explainFailure(error) };
  }
}
