import { expect, test } from 'vitest';
import type { Element } from '../core/definition/form-definition.ts';
import { compileForm } from '../core/plan/compile-form.ts';
import { compileTools } from '../core/plan/compile-tools.ts';
import { validateEntry } from '../core/validation/validate-entry.ts';
import { includeDeletedFiles } from './include-deleted-files.ts';

const file = (storageKey: string) => ({
  ...{ name: 'a.txt', size: 1, type: 'text/plain' },
  ...{ storageKey, storageBucket: 'formstead', url: `https://forms.test/storage/${storageKey}` },
});

test('[files.object.deleted] removed files are sent along, marked as deleted, at their places', () => {
  const fileField: Element = { type: 'fFile', name: 'docs' };
  const plan = compileForm(
    {
      formSchema: {
        rootElem: {
          type: 'cSection',
          name: 'root',
          children: [
            fileField,
            { type: 'cRepeat', name: 'rows', children: [fileField, { type: 'fInput', name: 'note' }] },
          ],
        },
      },
    },
    compileTools,
  );
  const gone = { ...file('2'), deleted: true };
  const data = { docs: [file('1'), gone], rows: [{ note: 'x' }, { docs: [gone], note: 'y' }] };
  const check = validateEntry(plan, data, { rules: 'types', context: { cleanHtml: (html) => html } });
  expect(check.data).toEqual({ docs: [file('1')], rows: [{ note: 'x' }, { note: 'y' }] });
  expect(includeDeletedFiles(check)).toEqual(data);
});
