import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileTools } from '../plan/compile-tools.ts';
import { compileForm } from '../plan/form-plan.ts';
import { fieldTypes } from '../plan/value-type-of.ts';
import { validatorTypes } from '../validation/rules.ts';
import { validateEntry } from '../validation/validate-entry.ts';
import { formOf } from '../validation/validation-case.ts';
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

  test('[forms.elements] docs/form-language.md: every element type, validator and property is named', () => {
    const properties = [
      'relevant',
      'reqValidator',
      'typeValidator',
      'validators',
      'options',
      'secFlat',
      'secCollapse',
      'repMaxRows',
      'tabsStyle',
      'selectMulti',
      'boolUncheckedValue',
      'rateMax',
      'colorPreferredFormat',
      'matrixQuestions',
      'readonly',
      'initialValue',
      'label',
      'fileTypes',
      'fileMaxSize',
      'fileMaxNum',
      'tabs',
      'eq',
      'text',
    ];
    const words = [...fieldTypes, ...validatorTypes, ...properties, 'cSection', 'cRepeat', 'cRow', 'cTabs', 'eEq'];
    expect(words.filter((word) => !page.includes(`\`${word}`) && !page.includes(`"${word}"`))).toEqual([]);
    expect(examples.length).toBeGreaterThan(12);
  });
});
