// What a push would do: every file against the service, before anything is sent. [running.commands.forms.push] [running.commands.forms.diff]
import type { FormsteadClient } from '../../../packages/client/src/index.ts';
import { checkForm } from '../../core/definition/check-form.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { CommandError } from '../command.ts';
import { compareForms, diffText, type Sameness } from './compare-forms.ts';
import type { FolderState } from './folder-state.ts';
import type { FormFile } from './forms-folder.ts';
import { findServiceForm, type ServiceForm } from './service-form.ts';

export interface PlannedForm {
  readonly file: FormFile;
  /** Undefined for a new form, and for one that is gone. */
  readonly service: ServiceForm | undefined;
  /** `gone`: the file has an id that the service does not know. */
  readonly state: Sameness | 'new' | 'gone';
  /** From the service to the file. */
  readonly diff: string;
}

export async function planForms(
  files: readonly FormFile[],
  state: FolderState,
  client: FormsteadClient,
): Promise<PlannedForm[]> {
  const planned: PlannedForm[] = [];
  for (const file of files) planned.push(await planForm(file, state, client));
  return planned;
}

async function planForm(file: FormFile, state: FolderState, client: FormsteadClient): Promise<PlannedForm> {
  const after = { title: file.name, content: file.content };
  if (file.id === undefined) {
    return { file, service: undefined, state: 'new', diff: diffText({ title: 'nothing', content: {} }, after) };
  }
  const service = await findServiceForm(file.id, client);
  if (service === undefined) return { file, service, state: 'gone', diff: '' };
  const sameness = compareForms(file.hash, service.hash, state.forms[file.id]);
  const before = { title: `${String(service.content['name'] ?? file.id)} (the service)`, content: service.content };
  return { file, service, state: sameness, diff: sameness === 'same' ? '' : diffText(before, after) };
}

/** Whatever the service would refuse, said with the file and before anything is sent. */
export function checkFiles(files: readonly FormFile[]): void {
  const problems = files.flatMap((file) =>
    problemsOf(file).map(({ path, message }) => `${file.path}: ${message} (${path})`),
  );
  if (problems.length > 0) throw new CommandError(`Nothing was sent.\n${problems.slice(0, maxProblems).join('\n')}`);
}

const maxProblems = 50;

function problemsOf({ content }: FormFile): readonly { path: string; message: string }[] {
  return checkForm(content as FormDefinition);
}
