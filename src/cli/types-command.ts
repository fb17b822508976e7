// `formstead types FORM`: TypeScript types of what a form stores, read from a service. [running.commands.types]
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandContext } from './command.ts';
import { connectionFlags, findConnection, openClient } from './connection-settings.ts';
import { readArguments } from './read-arguments.ts';
import { schemaTypes } from './schema-types.ts';

export interface TypesResult {
  readonly form: string;
  readonly lines: number;
}

/** The types go to standard output, or to the file of `--out`. */
export async function typesCommand(rest: readonly string[], context: CommandContext): Promise<TypesResult> {
  const { plain, values } = readArguments(rest, {
    usage: 'formstead types FORM [--out FILE]',
    values: [...connectionFlags, 'out'],
    arguments: { min: 1, max: 1 },
  });
  const form = plain[0] as string;
  const { api } = openClient(findConnection(values, context));
  const { data } = await api.GET('/form/{formId}/schema', {
    params: { path: { formId: form }, query: { as: 'stored' } },
  });
  const types = schemaTypes(data as Record<string, unknown>);
  if (values.out === undefined) context.takeStdout().write(types);
  else writeFileSync(resolve(context.folder, values.out), types);
  return { form, lines: types.split('\n').length - 1 };
}
