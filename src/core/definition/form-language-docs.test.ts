import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { containerTypes, contentTypes, fieldTypes } from '../../fields/element-types.ts';
import { withPropertyRows } from '../../fields/property-docs.ts';
import { compileForm } from '../plan/compile-form.ts';
import { compileTools } from '../plan/compile-tools.ts';
import { validateEntry } from '../validation/validate-entry.ts';
import { formOf } from '../validation/validation-case.ts';
import { validatorTypes } from '../validation/validator-types.ts';
import { checkForm } from './check-form.ts';
import type { Element, FormDefinition, JsonObject } from './form-definition.ts';

interface Example {
  readonly form?: FormDefinition;
  readonly elements?: Element[];
  readonly input: JsonObject;
  readonly data: JsonObject;
  readonly messages?: [modelPath: string, message: string][];
}

const page = readFileSync(new URL('../../../docs/form-language.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json]) => JSON.parse(json!) as Example);

describe('docs/form-language.md', () => {
  test.each(examples.map((example, index) => [index + 1, example] as const))(
    '[forms.elements] docs/form-language.md: example %i is true',
    (_, example) => {
      const form = example.form ?? formOf(...example.elements!);
      expect(checkForm(form)).toEqual([]);
      const context = { cleanHtml: (html: string) => html };
      const { data, messages } = validateEntry(compileForm(form, compileTools), example.input, {
        rules: 'all',
        context,
      });
      expect(JSON.stringify(data, null, 1)).toBe(JSON.stringify(example.data, null, 1));
      expect(messages.map(({ modelPath, message }) => [modelPath, message])).toEqual(example.messages ?? []);
    },
  );

  test('[forms.elements] docs/form-language.md: every element type and validator is named', () => {
    const words = [...fieldTypes, ...validatorTypes, ...containerTypes, ...contentTypes];
    expect(words.filter((word) => !page.includes(`\`${word}`) && !page.includes(`"${word}"`))).toEqual([]);
    expect(examples.length).toBeGreaterThan(12);
  });

  test('[forms.elements] docs/form-language.md: the table of properties is that of the code (npm run docs)', () => {
    expect(page).toBe(withPropertyRows(page));
  });
});
