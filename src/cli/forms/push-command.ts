// `formstead forms push [FORM...]`: files to the service. All files are checked first; what somebody else changed on the service since
// the files and the service were the same is not overwritten, and then nothing is sent at all. [running.commands.forms.push]
// [running.commands.forms.sets.push]
import type { FormsteadClient } from '../../../packages/client/src/index.ts';
import { type CommandContext, CommandError } from '../command.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { type Access, accessFlags, withAccess } from '../open-access.ts';
import { readArguments } from '../read-arguments.ts';
import { finishPendingSets } from '../sets/create-set.ts';
import { type PlannedSetFile, planSets } from '../sets/plan-sets.ts';
import { explainSets, isSetRefused, lineOfSet, type PushedSets, pushSets } from '../sets/push-sets.ts';
import { readSets, withSetIds } from '../sets/sets-folder.ts';
import { shownText } from '../shown-text.ts';
import { finishPending, makeForm } from './create-form.ts';
import { lineOf } from './diff-command.ts';
import { type FolderState, openState } from './folder-state.ts';
import { writableNames } from './form-content.ts';
import { findFolder } from './forms-folder.ts';
import { checkFiles, type PlannedForm, planForms } from './plan-push.ts';
import { chooseFiles, readFiles } from './read-files.ts';
import { presentServiceForm, type ServiceForm } from './service-form.ts';
import { removeLeftovers } from './write-file.ts';

export interface PushResult {
  readonly folder: string;
  readonly isDryRun: boolean;
  /** Made on the service; their ids are in the files now. */
  readonly created: object[];
  readonly changed: object[];
  readonly same: number;
  /** Why nothing was sent: changed on the service too, or gone there. */
  readonly refused: object[];
  /** The same for options sets, which are sent before the forms that use them. */
  readonly sets: PushedSets;
}

export async function pushCommand(rest: readonly string[], context: CommandContext): Promise<PushResult> {
  const { values, switches, plain } = readArguments(rest, {
    usage:
      'formstead forms push [FORM...] [--folder F] [--dry-run] [--force] [--user EMAIL --password-file F [--code C]]',
    values: [...accessFlags, 'folder'],
    switches: ['dry-run', 'force'],
    arguments: { min: 0, max: 10_000 },
  });
  const folder = findFolder(values.folder, context);
  const asked = { folder, named: plain, isDryRun: switches.has('dry-run'), isForced: switches.has('force') };
  return withAccess(values, context, (access) =>
    asked.isDryRun ? push(asked, access, context) : oneAtATime(folder, () => push(asked, access, context)),
  );
}

interface Asked {
  readonly folder: string;
  readonly named: readonly string[];
  readonly isDryRun: boolean;
  readonly isForced: boolean;
}

async function push(asked: Asked, access: Access, context: CommandContext): Promise<PushResult> {
  const { folder, named, isDryRun, isForced } = asked;
  const state = openState(folder);
  if (!isDryRun) await finishEarlier(folder, state, access);
  const files = chooseFiles(await readFiles(folder), named, context);
  checkFiles(files.forms);
  const sets = await planSets(files.sets, state, access);
  const planned = await planForms(files.forms, state, access.client);
  const setsToSend = sets.filter(({ state: one }) => one !== 'same');
  const toSend = planned.filter(({ state: one }) => one !== 'same');
  for (const { diff } of [...setsToSend, ...toSend]) context.print(diff);
  const refusedSets = setsToSend.filter((one) => isSetRefused(one, isForced));
  const refused = toSend.filter((one) => isRefused(one, isForced));
  const result: PushResult = {
    folder,
    isDryRun,
    created: [],
    changed: [],
    same: planned.length - toSend.length,
    refused: refused.map(lineOf),
    sets: { created: [], changed: [], same: sets.length - setsToSend.length, refused: refusedSets.map(lineOfSet) },
  };
  if (refused.length + refusedSets.length > 0) {
    context.setFailed();
    const why = [...explain(refused), ...explainSets(refusedSets)].join(' ');
    context.stderr.write(`formstead: nothing was sent. ${shownText(why)}\n`);
    return result;
  }
  const sentSets = isDryRun ? tryingSets(setsToSend) : await pushSets(setsToSend, state, access, context);
  const made = sentSets.created.length > 0 && !isDryRun ? await readSets(folder) : [];
  for (const one of toSend) {
    const isNew = one.service === undefined;
    const named = made.length > 0 ? { ...one, file: withSetIds(one.file, made) } : one;
    const sent = isDryRun
      ? undefined
      : await (isNew ? makeForm(named.file, state, access.client) : changeForm(named, state, access.client));
    (isNew ? result.created : result.changed).push({ file: one.file.name, form: sent?.id ?? one.file.id });
  }
  noteSame(planned, sets, state);
  if (!isDryRun) state.save();
  return { ...result, sets: { ...result.sets, ...sentSets } };
}

/** What a push began that was ended. Sets come first: forms may name them. */
async function finishEarlier(folder: string, state: FolderState, { client }: Access): Promise<void> {
  removeLeftovers(folder);
  if (Object.keys(state.pending).length === 0) return;
  await finishPendingSets(await readSets(folder), state, client);
  await finishPending((await readFiles(folder)).forms, state, client);
}

function tryingSets(toSend: readonly PlannedSetFile[]): Pick<PushedSets, 'created' | 'changed'> {
  const lines = (isWanted: (one: PlannedSetFile) => boolean) => toSend.filter(isWanted).map(lineOfSet);
  return {
    created: lines(({ service }) => service === undefined),
    changed: lines(({ service }) => service !== undefined),
  };
}

function noteSame(forms: readonly PlannedForm[], sets: readonly PlannedSetFile[], state: FolderState): void {
  for (const { file, service, state: one } of forms)
    if (one === 'same' && service !== undefined) state.forms[service.id] = { file: file.hash, service: service.hash };
  for (const { file, service, state: one } of sets)
    if (one === 'same' && service !== undefined) state.sets[service.id] = { name: file.title, options: file.sha256 };
}

function isRefused({ state }: PlannedForm, isForced: boolean): boolean {
  return state === 'gone' || (!isForced && (state === 'changedThere' || state === 'changedBoth'));
}

function explain(refused: readonly PlannedForm[]): string[] {
  const [gone, changed] = [
    refused.filter(({ state }) => state === 'gone'),
    refused.filter(({ state }) => state !== 'gone'),
  ].map((ones) => ones.map(({ file }) => file.name).join(', ')) as [string, string];
  const about: string[] = [];
  if (changed !== '')
    about.push(`Changed on the service since the last pull or push: ${changed}. Pull first, or push with --force.`);
  if (gone !== '')
    about.push(`Not on the service any more: ${gone}. Remove the file, or its id to make the form again.`);
  return about;
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
