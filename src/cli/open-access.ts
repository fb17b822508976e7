// Who a command works for: a key, or with --user a person, whose session ends with the command. [running.commands.service.sign-in]
import type { FormsteadClient } from '../../packages/client/src/index.ts';
import type { CommandContext } from './command.ts';
import { connectionFlags, findConnection, findUrl, openClient } from './connection-settings.ts';
import type { Project } from './project-file.ts';
import { type SignedIn, signIn, signInFlags } from './sign-in.ts';

export const accessFlags = [...connectionFlags, ...signInFlags] as const;
type AccessFlags = Readonly<Partial<Record<(typeof accessFlags)[number], string>>>;

export interface Access {
  readonly url: string;
  readonly client: FormsteadClient;
  readonly project: Project | undefined;
}

export async function withAccess<T>(
  flags: AccessFlags,
  context: CommandContext,
  work: (access: Access) => Promise<T>,
): Promise<T> {
  if (flags.user === undefined) {
    const place = findConnection(flags, context);
    return work({ ...place, client: openClient(place) });
  }
  const { url, project } = findUrl(flags, context);
  const person = await signIn(url, flags, context);
  try {
    return await work({ url, project, client: person.client });
  } finally {
    await endSession(person, context);
  }
}

/** What the command did, or why it failed, is more important; the session ends by itself later. */
async function endSession({ signOut }: SignedIn, { stderr }: CommandContext): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    stderr.write(`formstead: the session could not be ended: ${(error as Error).message}\n`);
  }
}
