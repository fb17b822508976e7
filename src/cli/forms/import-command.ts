// `formstead forms import FILE`: a form that another program made, as a form of the service or as a file. What could not be brought
// over is named, one line each, before the result. [running.commands.forms.import]
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { type Locale, locales } from '../../core/locale/locale.ts';
import { countQuestions } from '../../import-forms/count-questions.ts';
import { type ImportKind, importForm, importKinds, maxImportBytes, type Note } from '../../import-forms/import-form.ts';
import { ImportFormError } from '../../import-forms/import-problem.ts';
import { type CommandContext, CommandError } from '../command.ts';
import { connectionFlags, findConnection, openClient } from '../connection-settings.ts';
import { readArguments } from '../read-arguments.ts';
import { contentOf } from './form-content.ts';
import { formatOf, writeText } from './form-text.ts';
import { writeWhole } from './write-file.ts';

export interface ImportFormResult {
  readonly kind: ImportKind;
  /** The id of the form that was made; none with `--dry-run` and `--out`. */
  readonly form: string | undefined;
  readonly name: string | undefined;
  readonly file: string | undefined;
  readonly questions: number;
  readonly notes: readonly Note[];
}

export async function importFormCommand(rest: readonly string[], context: CommandContext): Promise<ImportFormResult> {
  const { values, switches, plain } = readArguments(rest, {
    usage: `formstead forms import FILE [--kind K] [--locale ${locales.join('|')}] [--dry-run] [--out FILE.yaml|json]`,
    values: [...connectionFlags, 'kind', 'locale', 'out'],
    switches: ['dry-run'],
    arguments: { min: 1, max: 1 },
  });
  const kind = oneOf('kind', values.kind, importKinds);
  const locale = oneOf('locale', values.locale, locales);
  const out = values.out === undefined ? undefined : newFile(resolve(context.folder, values.out));
  const isMade = !switches.has('dry-run') && out === undefined;
  // Whoever has not said where the form goes hears so before anything else.
  const client = isMade ? openClient(findConnection(values, context)) : undefined;
  const path = resolve(context.folder, plain[0] as string);
  const imported = await read(path, { kind, locale });
  for (const { where, what } of imported.notes)
    context.stderr.write(`${printable(where ? `${where}: ${what}` : what)}\n`);
  if (out !== undefined && !switches.has('dry-run'))
    writeWhole(out.path, writeText(contentOf(imported.form as object as Record<string, unknown>), out.format));
  const made = await client?.api.POST('/form', {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: imported.form as never,
  });
  const { id } = (made?.data ?? {}) as { id?: string };
  return {
    kind: imported.kind,
    form: id,
    name: imported.form.name,
    file: switches.has('dry-run') ? undefined : out?.path,
    questions: countQuestions(imported.form),
    notes: imported.notes,
  };
}

async function read(path: string, how: { kind: ImportKind | undefined; locale: Locale | undefined }) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new CommandError(`There is no file ${path}.`);
  if (found.size > maxImportBytes) {
    throw new CommandError(`${path} is larger than ${maxImportBytes / 1_000_000} MB, the most that is read.`);
  }
  const name = basename(path, extname(path));
  try {
    return await importForm({ ...how, name, bytes: new Uint8Array(readFileSync(path)) });
  } catch (error) {
    if (error instanceof ImportFormError) throw new CommandError(`${path}: ${error.message}`);
    throw error;
  }
}

function oneOf<Name extends string>(flag: string, value: string | undefined, known: readonly Name[]): Name | undefined {
  const found = known.find((one) => one === value);
  if (value !== undefined && found === undefined)
    throw new CommandError(`--${flag} is one of ${known.join(', ')}, not "${value}".`);
  return found;
}

function newFile(path: string) {
  const format = formatOf(path);
  if (format === undefined) throw new CommandError('--out names a file that ends in .yaml or .json.');
  if (existsSync(path)) throw new CommandError(`${path} exists already; it is not overwritten.`);
  return { path, format };
}

/** Notes quote the file; a terminal must not be told what to do by it. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
