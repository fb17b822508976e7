// The password of a command: from --password, which other users of the machine can see in the list of processes, from a file
// or standard input (--password-file), or typed at the terminal without being shown.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { ConfigError } from '../base/settings.ts';

export interface PasswordFlags {
  readonly password?: string | undefined;
  /** `-` is standard input. */
  readonly 'password-file'?: string | undefined;
}

/** Undefined where none is given, and at a terminal where none is typed: the user is to have no password. */
export async function readOptionalPassword(flags: PasswordFlags): Promise<string | undefined> {
  if (flags.password !== undefined || flags['password-file'] !== undefined) return readPassword(flags);
  return (await askForPassword('Password (none: signs in by the identity provider): ')) || undefined;
}

export async function readPassword(flags: PasswordFlags): Promise<string> {
  const { password: given, 'password-file': file } = flags;
  if (given !== undefined && file !== undefined) {
    throw new ConfigError('--password and --password-file cannot be given together.');
  }
  const password = file !== undefined ? await readPasswordFile(file) : (given ?? (await askForPassword()));
  if (password === undefined || password === '') throw new ConfigError('--password is missing.');
  return password;
}

/** Editors and `echo` end a file with a line break, which is not part of the password. */
async function readPasswordFile(file: string): Promise<string> {
  try {
    const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
    return content.replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(`--password-file cannot be read: ${(error as Error).message}`);
  }
}

/** Undefined without a terminal: a script must not wait for ever. */
async function askForPassword(question = 'Password: '): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const password = await askHidden(question);
  if (password === '') return password;
  if ((await askHidden('Password once more: ')) !== password)
    throw new ConfigError('The two passwords are not the same.');
  return password;
}

const keys = { enter: /[\r\n]/, end: '\u0004', interrupt: '\u0003', erase: /[\u0008\u007f]/ };

/** Standard output is the command's result, so the question goes to standard error. */
async function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // Before the question: what is typed at once is not shown either.
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stderr.write(question);
  let typed: string[] = [];
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
      for (const key of chunk) {
        if (key === keys.interrupt) throw new ConfigError('Stopped.');
        if (key === keys.end || keys.enter.test(key)) return typed.join('');
        typed = keys.erase.test(key) ? typed.slice(0, -1) : [...typed, key];
      }
    }
    return typed.join('');
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}
