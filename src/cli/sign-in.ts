// A person instead of a key, where there is none. The session ends with the command.
// [running.commands.service.sign-in]
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createClient, type FormsteadClient } from '../../packages/client/src/index.ts';
import { type CommandContext, CommandError } from './command.ts';
import { warnIfShared } from './connection-settings.ts';

export const signInFlags = ['user', 'password-file', 'code'] as const;
type SignInFlags = Readonly<Partial<Record<(typeof signInFlags)[number], string>>>;

export interface SignedIn {
  readonly client: FormsteadClient;
  signOut(): Promise<void>;
}

export async function signIn(url: string, flags: SignInFlags, context: CommandContext): Promise<SignedIn> {
  const { user: email = '', 'password-file': file, code } = flags;
  if (file === undefined)
    throw new CommandError('--user needs --password-file, the file with the password; - is standard input.');
  const password = readPassword(file, context);
  const { data } = await createClient({ url }).api.POST('/auth/login', {
    body: { email, password, ...(code !== undefined && { code }) },
  });
  const client = createClient({ url, token: data?.token ?? '' });
  return { client, signOut: () => signOut(client) };
}

function readPassword(file: string, context: CommandContext): string {
  const path = file === '-' ? 0 : resolve(context.folder, file);
  try {
    if (typeof path === 'string') warnIfShared(path, context, 'password');
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandError(`The file of --password-file cannot be read: ${(error as Error).message}`);
  }
}

async function signOut({ api }: FormsteadClient): Promise<void> {
  const { data } = await api.GET('/auth/sessions');
  const current = data?.data.find(({ isCurrent }) => isCurrent);
  if (current !== undefined)
    await api.DELETE('/auth/sessions/{session}', { params: { path: { session: current.id } } });
}
