// `formstead forms list`: the forms of the account, and the files of the folder that hold them. [running.commands.forms]
import type { CommandContext } from '../command.ts';
import { connectionFlags, findConnection, openClient } from '../connection-settings.ts';
import { listForms } from '../find-form.ts';
import { readArguments } from '../read-arguments.ts';
import { findFolder, readFolder } from './forms-folder.ts';

export async function listCommand(rest: readonly string[], context: CommandContext): Promise<object> {
  const { values } = readArguments(rest, {
    usage: 'formstead forms list [--folder F]',
    values: [...connectionFlags, 'folder'],
    arguments: { min: 0, max: 0 },
  });
  const client = openClient(findConnection(values, context));
  const files = new Map(readFolder(findFolder(values.folder, context)).map(({ id, name }) => [id, name]));
  const forms = await listForms(client);
  return { forms: forms.map((form) => ({ ...form, file: files.get(form.id) })) };
}
