// `formstead forms push [FORM...]`: files to the service. All files are checked first; what somebody else changed on the service since
// the files and the service were the same is not overwritten, and then nothing is sent at all. [running.commands.forms.push]
import type { FormsteadClient } from '../../../packages/client/src/index.ts';
import { type CommandContext, CommandError } from '../command.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { findPlace, openClient, placeFlags } from '../place.ts';
import { readArguments } from '../read-arguments.ts';
import { finishPending, makeForm } from './create-form.ts';
import { lineOf } from './diff-command.ts';
import { type FolderState, openState } from './folder-state.ts';
import { writableNames } from './form-content.ts';
import { findFolder, readFolder } from './forms-folder.ts';
import { checkFiles, chooseFiles, type PlannedForm, planForms } from './plan-push.ts';
import { presentServiceForm, type ServiceForm } from './service-form.ts';

export interface PushResult {
  readonly folder: string;
  readonly isDryRun: boolean;
  /** Made on the service; their ids are in the files now. */
  readonly created: object[];
  readonly changed: object[];
  readonly same: number;
  /** Why nothing was sent: changed on the service too, or gone there. */
  readonly refused: object[];
}

export async function pushCommand(rest: readonly string[], context: CommandContext): Promise<PushResult> {
  const { values, switches, plain } = readArguments(rest, {
    usage: 'formstead forms push [FORM...] [--folder F] [--dry-run] [--force]',
    values: [...placeFlags, 'folder'],
    switches: ['dry-run', 'force'],
    arguments: { min: 0, max: 10_000 },
  });
  const client = openClient(findPlace(values, context));
  const folder = findFolder(values.folder, context);
  const asked = { folder, named: plain, isDryRun: switches.has('dry-run'), isForced: switches.has('force') };
  return asked.isDryRun ? push(asked, client, context) : oneAtATime(folder, () => push(asked, client, context));
}

interface Asked {
  readonly folder: string;
  readonly named: readonly string[];
  readonly isDryRun: boolean;
  readonly isForced: boolean;
}

async function push(
  { folder, named, isDryRun, isForced }: Asked,
  client: FormsteadClient,
  context: CommandContext,
): Promise<PushResult> {
  const state = openState(folder);
  if (!isDryRun) await finishPending(readFolder(folder), state, client);
  const files = chooseFiles(readFolder(folder), named, context);
  checkFiles(files);
  const planned = await planForms(files, state, client);
  const toSend = planned.filter(({ state: one }) => one !== 'same');
  for (const { diff } of toSend) context.print(diff);
  const refused = toSend.filter((one) => isRefused(one, isForced));
  const result: PushResult = {
    folder,
    isDryRun,
    created: [],
    changed: [],
    same: planned.length - toSend.length,
    refused: refused.map(lineOf),
  };
  if (refused.length > 0) {
    context.setFailed();
    context.stderr.write(`formstead: nothing was sent. ${explain(refused)}\n`);
    return result;
  }
  for (const one of toSend) {
    const isNew = one.service === undefined;
    const sent = isDryRun
      ? undefined
      : isNew
        ? await makeForm(one.file, state, client)
        : await changeForm(one, state, client);
    (isNew ? result.created : result.changed).push({ file: one.file.name, form: sent?.id ?? one.file.id });
  }
  for (const { file, service, state: one } of planned)
    if (one === 'same' && service !== undefined) state.forms[service.id] = { file: file.hash, service: service.hash };
  if (!isDryRun) state.save();
  return result;
}

function isRefused({ state }: PlannedForm, isForced: boolean): boolean {
  return state === 'gone' || (!isForced && (state === 'changedThere' || state === 'changedBoth'));
}

function explain(refused: readonly PlannedForm[]): string {
  const [gone, changed] = [
    refused.filter(({ state }) => state === 'gone'),
    refused.filter(({ state }) => state !== 'gone'),
  ].map((ones) => ones.map(({ file }) => file.name).join(', ')) as [string, string];
  const about: string[] = [];
  if (changed !== '')
    about.push(`Changed on the service since the last pull or push: ${changed}. Pull first, or push with --force.`);
  if (gone !== '')
    about.push(`Not on the service any more: ${gone}. Remove the file, or its id to make the form again.`);
  return about.join(' ');
}

/** Only while the form is as it was compared: somebody may be saving it right now. */
async function changeForm(
  { file, service }: PlannedForm,
  state: FolderState,
  { api }: FormsteadClient,
): Promise<ServiceForm> {
  if (service === undefined) throw new Error('Only a form that the service has can be changed.');
  const gone = writableNames.filter(
    (name) => Object.hasOwn(service.content, name) && !Object.hasOwn(file.content, name),
  );
  const body = { ...file.content, ...Object.fromEntries(gone.map((name) => [name, null])) };
  try {
    const { data, response } = await api.PATCH('/form/{formId}', {
      params: { path: { formId: service.id }, header: { 'If-Match': service.etag } },
      body: body as never,
    });
    const sent = presentServiceForm(data as Readonly<Record<string, unknown>>, response);
    state.forms[sent.id] = { file: file.hash, service: sent.hash };
    state.save();
    return sent;
  } catch (error) {
    throw about(file.path, error);
  }
}

/** Which file it is about, before the words of the service. */
export function about(path: string, error: unknown): unknown {
  if (error instanceof Error && error.name === 'FormsteadError') error.message = `${path}: ${error.message}`;
  return error instanceof CommandError ? new CommandError(`${path}: ${error.message}`) : error;
}
