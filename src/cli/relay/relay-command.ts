// `formstead relay`: each change of a service's entries to an address, as a signed webhook; `formstead relay status`: what is stuck;
// `formstead relay drop`: gives up on what is stuck. [running.commands.relay] [relay.target] [relay.stop]
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ClientCommand, type CommandContext, CommandError } from '../command.ts';
import { connectionFlags, findConnection, openClient } from '../connection-settings.ts';
import { readArguments } from '../read-arguments.ts';
import { dropStuck } from './drop-stuck.ts';
import { runRelay } from './run-relay.ts';
import { readSecrets } from './sign-webhook.ts';
import { stateAtTarget } from './state-at-target.ts';
import { defaultState, loadStateFile, stateFile } from './state-file.ts';
import { isLocked, lockState } from './state-lock.ts';
import type { Target } from './target.ts';

const usage =
  'formstead relay --to URL --secret-file F [--form ID] [--state FILE|target] [--since TIME|now] [--every SECONDS] [--once] [--allow-http]';
const statusUsage = 'formstead relay status [--state FILE]';
const maxWaiting = 1_000;
const shownWaiting = 100;

export const relayCommand: ClientCommand = async ([first, ...others], context) => {
  if (first === 'status') return showStatus(others, context);
  if (first === 'drop') return dropStuck(others, context);
  return relay(first === undefined ? [] : [first, ...others], context);
};

async function relay(rest: readonly string[], context: CommandContext): Promise<object> {
  const { values, switches } = readArguments(rest, {
    usage,
    values: [...connectionFlags, 'to', 'secret-file', 'form', 'state', 'since', 'every', 'timeout', 'parallel'],
    switches: ['once', 'allow-http'],
    arguments: { min: 0, max: 0 },
  });
  const { to, 'secret-file': secretFile, form = null, state = defaultState } = values;
  if (to === undefined || secretFile === undefined)
    throw new CommandError(`--to and --secret-file are needed.\nUsage: ${usage}`);
  const url = readTarget(to, switches.has('allow-http'));
  const secrets = readSecretFile(resolve(context.folder, secretFile), context);
  const since = readSince(values.since);
  const everySeconds = readNumber(values.every, { name: '--every', fallback: 10, min: 1, max: 86_400 });
  const timeoutMs = readNumber(values.timeout, { name: '--timeout', fallback: 30, min: 1, max: 600 }) * 1000;
  const parallel = readNumber(values.parallel, { name: '--parallel', fallback: 4, min: 1, max: 64 });
  if (form !== null && !/^[0-9a-f]{24}$/i.test(form))
    throw new CommandError('--form must be the id of a form: 24 letters and digits.');
  const place = findConnection(values, context);
  const path = state === 'target' ? undefined : resolve(context.folder, state);
  const lock = path === undefined ? undefined : await lockState(path);
  const told = new AbortController();
  const stop = () => told.abort();
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    const target: Target = { url, secrets, timeoutMs, fetch, now: Date.now };
    const followed = { service: place.url, form, to: url };
    const report = (line: object) => void context.stderr.write(`${JSON.stringify(line)}\n`);
    const onFailure = (error: string) => report({ target: error });
    const store =
      path === undefined ? stateAtTarget(target, { followed, signal: told.signal, onFailure }) : stateFile(path);
    const result = await runRelay({
      ...{ client: openClient(place), target, store, followed, since, everySeconds, parallel, maxWaiting, report },
      isOnce: switches.has('once'),
      signal: told.signal,
    });
    if (result.stopped === 'gone') {
      context.stderr.write(
        'formstead: The target responded with 410: it wants nothing any more. What was not delivered is still to be delivered.\n',
      );
    }
    if (result.stopped === 'gone' || (switches.has('once') && result.waiting.length > 0)) context.setFailed();
    const stuck = result.waiting.slice(0, shownWaiting);
    return { ...result, state: path ?? 'target', waiting: result.waiting.length, stuck };
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    await lock?.release();
  }
}

async function showStatus(rest: readonly string[], context: CommandContext): Promise<object> {
  const { values } = readArguments(rest, { usage: statusUsage, values: ['state'], arguments: { min: 0, max: 0 } });
  const path = resolve(context.folder, values.state ?? defaultState);
  const state = await loadStateFile(path);
  if (state === undefined) throw new CommandError(`There is no ${path}: no relay has delivered anything yet.`);
  const { service, form, to, cursor, waiting } = state;
  const upTo = cursor === null ? null : (JSON.parse(cursor) as { last: string }).last;
  const stuck = [...waiting].sort((a, b) => (a.since < b.since ? -1 : 1)).slice(0, shownWaiting);
  return { service, form, to, isRunning: await isLocked(path), upTo, waiting: waiting.length, stuck };
}

/** What people wrote travels there: encrypted, or to this machine. */
function readTarget(to: string, allowsHttp: boolean): string {
  const url = URL.canParse(to) ? new URL(to) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new CommandError(
      '--to must be an address such as https://example.com/webhooks, without a user and a password.',
    );
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isHere && !allowsHttp)
    throw new CommandError('--to must begin with https://, because answers are sent there. --allow-http allows http.');
  return url.href;
}

function readSecretFile(path: string, { stderr }: CommandContext): Buffer[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CommandError(`The file of --secret-file cannot be read: ${(error as Error).message}`);
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    stderr.write(`formstead: ${path} holds secrets and can be read by others; chmod 600 keeps it to you.\n`);
  return readSecrets(text, path);
}

function readSince(since: string | undefined): string | undefined {
  if (since === undefined) return undefined;
  const time = since === 'now' ? Date.now() : Date.parse(since);
  if (Number.isNaN(time))
    throw new CommandError('--since must be a time such as 2026-05-04T12:00:00Z, a day such as 2026-05-04, or now.');
  return new Date(time).toISOString();
}

function readNumber(
  text: string | undefined,
  { name, fallback, min, max }: { name: string; fallback: number; min: number; max: number },
): number {
  if (text === undefined) return fallback;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max)) throw new CommandError(`${name} must be a number from ${min} to ${max}.`);
  return number;
}
