// The commands that are clients of a service: they know its API, never its database. [running.commands.service]
import type { ClientCommand } from './command.ts';
import { mcpCommand } from './mcp/mcp-command.ts';
import { relayCommand } from './relay/relay-command.ts';
import { typesCommand } from './types-command.ts';

export { explainCommandError } from './command.ts';
export { shownText } from './shown-text.ts';

/** First words that are followed by a second: `forms pull`. */
export const clientGroups: readonly string[] = ['forms', 'entries'];

/** What needs more than the client is loaded when it is called. */
export const clientCommands: Readonly<Record<string, ClientCommand>> = {
  mcp: mcpCommand,
  relay: relayCommand,
  types: typesCommand,
  'forms list': async (...given) => (await import('./forms/list-command.ts')).listCommand(...given),
  'forms pull': async (...given) => (await import('./forms/pull-command.ts')).pullCommand(...given),
  'forms diff': async (...given) => (await import('./forms/diff-command.ts')).diffCommand(...given),
  'forms push': async (...given) => (await import('./forms/push-command.ts')).pushCommand(...given),
  'forms import': async (...given) => (await import('./forms/import-command.ts')).importFormCommand(...given),
  'forms copy': async (...given) => (await import('./forms/copy-command.ts')).copyCommand(...given),
  'entries import': async (...given) => (await import('./entries/import-command.ts')).importCommand(...given),
  'entries export': async (...given) => (await import('./entries/export-command.ts')).exportCommand(...given),
};
