// What the management app is told about a file or a pasted text, by the worker that reads it: the form that it becomes, or why it becomes none, in the app's language.
// Nothing is sent anywhere. [forms.import.app]

import type { Locale } from '../core/locale/locale.ts';
import { textWriter } from '../core/text/fill-text.ts';
import { importWords } from '../words/all/import.ts';
import { checkImportSize, type ImportedForm, importForm } from './import-form.ts';
import { ImportFormError, importProblemText } from './import-problem.ts';
import { syntaxPlace } from './syntax-place.ts';

export interface ImportRequest {
  readonly source: File | string;
  /** Of the form; undefined: as the file says. */
  readonly locale: Locale | undefined;
  /** Of the notes and of what is wrong. */
  readonly appLocale: Locale;
}

export type ImportReply = { readonly imported: ImportedForm } | ImportRefusal;

export interface ImportRefusal {
  readonly problem: string;
  /** A definition of our own, which needs no import. */
  readonly isOwn: boolean;
}

export async function answerImport(request: ImportRequest): Promise<ImportReply> {
  const { source, locale, appLocale } = request;
  const words = importWords[appLocale].answers;
  const say = (key: keyof typeof words, values = {}) => textWriter(appLocale)(words[key], values);
  let text = typeof source === 'string' ? source : undefined;
  try {
    if (typeof source === 'string') return { imported: await importForm({ text: source, locale, notesIn: appLocale }) };
    checkImportSize(source.size);
    const bytes = await readBytes(source);
    if (bytes === undefined || bytes.length === 0)
      return { problem: say(bytes === undefined ? 'notRead' : 'empty'), isOwn: false };
    const name = source.name.replace(/\.[^.]+$/, '');
    // Only for what may be wrong with it.
    text = bytes[0] === 0x50 ? undefined : new TextDecoder().decode(bytes);
    return { imported: await importForm({ bytes, name, locale, notesIn: appLocale }) };
  } catch (error) {
    if (!(error instanceof ImportFormError)) throw error;
    if (error.problem === 'notForm' && isOwnForm(text)) return { problem: say('own'), isOwn: true };
    if (error.problem !== 'notJson') return { problem: importProblemText(error, appLocale), isOwn: false };
    const place = syntaxPlace(String(error.values['why']), text ?? '');
    return { problem: 'line' in place ? say('notJsonAt', place) : say('notJson'), isOwn: false };
  }
}

/** undefined for a file that is not there any more, or not as it was when it was chosen: all that reading one fails with. */
async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
}

/** It was JSON, or the problem would be another. */
function isOwnForm(text = ''): boolean {
  if (!text.includes('"formSchema"')) return false;
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'formSchema');
}
