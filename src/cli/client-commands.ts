// The commands that are clients of a service: they know its API, never its database. [running.commands.service]
import type { ClientCommand } from './command.ts';
import { relayCommand } from './relay/relay-command.ts';
import { typesCommand } from './types-command.ts';

export { explainCommandError } from './command.ts';

/** First words that are followed by a second: `forms pull`. */
export const clientGroups: readonly string[] = ['forms', 'entries'];

export const clientCommands: Readonly<Record<string, ClientCommand>> = {
  relay: relayCommand,
  types: typesCommand,
};
