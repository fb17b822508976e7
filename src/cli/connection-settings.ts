// Where the service is and with which key: flags first, then the environment, then the nearest formstead.json.
// [running.commands.service.place]
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createClient, type FormsteadClient } from '../../packages/client/src/index.ts';
import { type CommandContext, CommandError } from './command.ts';
import { findProject, type Project } from './project-file.ts';

/** Every command that asks a service takes these flags. */
export const connectionFlags = ['url', 'key', 'key-file'] as const;
type ConnectionFlags = Readonly<Partial<Record<(typeof connectionFlags)[number], string>>>;

export interface Connection {
  /** Without `/v1.0` and slashes at the end. */
  readonly url: string;
  readonly key: string;
  /** The nearest formstead.json, also where flags replace what it says. */
  readonly project: Project | undefined;
}

export function findConnection(flags: ConnectionFlags, context: CommandContext): Connection {
  const { url, project } = findUrl(flags, context);
  return { url, key: readKey(findKey(flags, url, project, context), context), project };
}

/** Where the service is, for whoever signs in instead of having a key. */
export function findUrl(flags: ConnectionFlags, context: CommandContext): Omit<Connection, 'key'> {
  const project = findProject(context.folder);
  const [url, urlFrom] = flags.url !== undefined ? [flags.url, '--url'] : fallbackUrl(project, context);
  if (url === undefined) {
    throw new CommandError(
      'Where is the service? Say it by --url, by FORMSTEAD_URL, or by "url" in a formstead.json in this folder or above it.',
    );
  }
  return { url: readServiceUrl(url, urlFrom), project };
}

export function openClient({ url, key }: Pick<Connection, 'url' | 'key'>): FormsteadClient {
  return createClient({ url, apiKey: key });
}

/** http or https, without `/v1.0` and slashes at the end; `from` names what said it. */
export function readServiceUrl(url: string, from: string): string {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol) || address.search !== '' || address.hash !== '') {
    throw new CommandError(`${from} is "${url}", but must be an address such as https://forms.example.com.`);
  }
  if (address.username !== '' || address.password !== '') {
    throw new CommandError(`${from} must be an address without a user and a password: the key says who you are.`);
  }
  return url.replace(/\/+$/, '').replace(/\/v1\.0$/, '');
}

/** A key as it is, or the file that holds it; `from` names what said it. */
export interface KeySource {
  readonly from: string;
  readonly key?: string | undefined;
  readonly file?: string | undefined;
}

export function readKey({ from, key, file }: KeySource, context: CommandContext): string {
  const text = file === undefined ? key : readKeyFile(file, from, context);
  if (text === undefined || !/^[0-9a-z]{56}$/i.test(text.trim())) {
    const where = file === undefined ? from : `${file} (${from})`;
    throw new CommandError(
      `${where} does not hold an API key: 56 letters and digits, as it was shown when it was made.`,
    );
  }
  return text.trim();
}

function fallbackUrl(project: Project | undefined, { env }: CommandContext): [string | undefined, string] {
  if (env.url) return [env.url, 'FORMSTEAD_URL'];
  return [project?.url, `"url" of ${project?.path}`];
}

function findKey(
  flags: ConnectionFlags,
  url: string,
  project: Project | undefined,
  context: CommandContext,
): KeySource {
  const { key, 'key-file': keyFile } = flags;
  if (key !== undefined && keyFile !== undefined)
    throw new CommandError('--key and --key-file cannot be given together.');
  if (key !== undefined) return { from: '--key', key };
  if (keyFile !== undefined) return { from: '--key-file', file: resolve(context.folder, keyFile) };
  if (context.env.key) return { from: 'FORMSTEAD_KEY', key: context.env.key };
  return keyOfProject(url, project, context);
}

/** The key in a file is for the service that the file names: it is never sent to another one. */
function keyOfProject(url: string, project: Project | undefined, context: CommandContext): KeySource {
  const hasKey = project?.key !== undefined || project?.keyFile !== undefined;
  const ownUrl = project?.url === undefined ? undefined : readServiceUrl(project.url, `"url" of ${project.path}`);
  if (project === undefined || !hasKey || (ownUrl !== undefined && ownUrl !== url)) {
    const other = hasKey ? ` (the key of ${project?.path} is for ${ownUrl})` : '';
    throw new CommandError(
      `Which API key? Say it by --key, --key-file, FORMSTEAD_KEY, or by "keyFile" in formstead.json${other}.`,
    );
  }
  if (project.keyFile !== undefined)
    return { from: `"keyFile" of ${project.path}`, file: resolve(dirname(project.path), project.keyFile) };
  warnIfShared(project.path, context);
  return { from: `"key" of ${project.path}`, key: project.key };
}

function readKeyFile(file: string, from: string, context: CommandContext): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`The file of ${from} cannot be read: ${(error as Error).message}`);
  }
  warnIfShared(file, context);
  return text;
}

export function warnIfShared(file: string, { stderr }: CommandContext, what = 'key'): void {
  if (process.platform === 'win32') return;
  if ((statSync(file).mode & 0o077) !== 0)
    stderr.write(`formstead: ${file} holds a ${what} and can be read by others; chmod 600 keeps it to you.\n`);
}
