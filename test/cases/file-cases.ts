// Cases of file objects that need no storage: their shape, and the field's own limits.

import type { Element, JsonObject } from '../../src/core/definition/form-definition.ts';
import { formOf, type ValidationCase, wrongType } from '../../src/core/validation/validation-case.ts';

export const file = (more: JsonObject = {}): JsonObject => ({
  name: 'plan.pdf',
  size: 1000,
  type: 'application/pdf',
  storageKey: 'key',
  storageBucket: 'bucket',
  url: 'https://files.example/key',
  ...more,
});

const upload: Element = { type: 'fFile', name: 'f' };

const lacking = (property: string): ValidationCase => {
  const { [property]: _, ...rest } = file();
  return {
    title: `[files.object] missing ${property} is a wrong type`,
    form: formOf(upload),
    input: { f: [rest] },
    rules: 'types',
    data: {},
    messages: [["model['f']", wrongType, [rest]]],
  };
};

const limited = (title: string, limit: JsonObject, files: JsonObject[], message?: string): ValidationCase => ({
  title: `[validation.files] ${title}`,
  form: formOf({ ...upload, ...limit }),
  input: { f: files },
  data: { f: files },
  messages: message === undefined ? [] : [["model['f']", message, files]],
});

export const fileCases: readonly ValidationCase[] = [
  lacking('storageKey'),
  lacking('storageBucket'),
  lacking('url'),
  lacking('size'),
  ...[file(), 'x', 5, true].map(
    (value): ValidationCase => ({
      title: `[files.object] a ${typeof value} is not an array and a wrong type`,
      form: formOf(upload),
      input: { f: value },
      rules: 'types',
      data: {},
      messages: [["model['f']", wrongType, value]],
    }),
  ),
  {
    title: '[files.object] [files.object.deleted] other properties are dropped, deleted is never stored',
    form: formOf(upload),
    input: { f: [file({ extra: 1, deleted: false })] },
    data: { f: [file()] },
  },
  {
    title: '[files.object.deleted] deleted true removes the file from the entry',
    form: formOf(upload),
    input: { f: [file({ deleted: true }), file({ storageKey: 'other' })] },
    data: { f: [file({ storageKey: 'other' })] },
  },
  limited('allowed types by MIME type', { fileTypes: ['application/pdf'] }, [file()]),
  limited('allowed types by family', { fileTypes: ['image/*'] }, [file({ type: 'image/png' })]),
  limited('allowed types by extension', { fileTypes: ['.PDF'] }, [file({ type: '' })]),
  limited(
    'a type that is not allowed',
    { fileTypes: ['image/*', '.doc'] },
    [file()],
    'This type of file is not allowed.',
  ),
  limited('a file that is too large', { fileMaxSize: 999 }, [file()], 'Each file must be 999 bytes or less.'),
  limited('a file of the largest size', { fileMaxSize: 1000 }, [file()]),
  limited('too many files', { fileMaxNum: 1 }, [file(), file()], 'There must be 1 file or less.'),
];
