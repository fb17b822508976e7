import { expect, test } from 'vitest';
import { checkForm } from '../../../core/definition/check-form.ts';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { valueByKind } from '../../../fields/all/value.ts';
import { hasText } from '../../texts.ts';
import { elementKinds, kindOf, newElement } from './element-kinds.ts';

for (const locale of ['en', 'he'] as const) {
  test.each(elementKinds.map(({ kind }) => kind))(
    `[builder] kinds: a new %s is one, in ${locale}, and the form takes it`,
    (kind) => {
      const definition: FormDefinition = { locale };
      const element = newElement(kind, definition);
      expect(kindOf(element)).toBe(kind);
      const rootElem: Element = { type: 'cSection', name: 'root', children: [element] };
      expect(checkForm({ ...definition, formSchema: { rootElem } })).toEqual([]);
    },
  );
}

test('[builder] kinds: a scale has words at its ends in the language of the form, a phone number its country', () => {
  expect(newElement('scale', { locale: 'he' })).toMatchObject({ rateLow: 'בכלל לא', rateHigh: 'מאוד', rateMax: 10 });
  expect([newElement('phone', { locale: 'he' }).phoneCountry, newElement('phone', {}).phoneCountry]).toEqual([
    'IL',
    undefined,
  ]);
});

test('[builder] kinds: each has its words, so that none is called by its name in the code', () => {
  const kinds = elementKinds.map(({ kind }) => kind);
  expect(kinds.filter((kind) => !hasText('builder/kind', kind) || !hasText('builder/kindHints', kind))).toEqual([]);
  expect(Object.keys(valueByKind).filter((kind) => !hasText('builder/kindTree', kind))).toEqual([]);
});
