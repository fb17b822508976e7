import { expect, test } from 'vitest';
import { checkForm } from '../../../core/definition/check-form.ts';
import type { Element } from '../../../core/definition/form-definition.ts';
import { followSet, isSetValidator, readSetOptions, setValidator, writeSetOptions } from './options-set-query.ts';

const setId = 'a'.repeat(24);
const filtered = { setId, filters: { city: 'model.city', 'zip code': "model['my zip']" } };

test('[builder] options sets: options and validator are as the form language has them, and are read back', () => {
  expect(writeSetOptions('/v1.0', { setId, filters: {} })).toEqual({
    url: `/v1.0/optionsSet/${setId}/autocomplete`,
    qs: '{ term: term }',
  });
  const options = writeSetOptions('/v1.0', filtered);
  expect(options.qs).toBe("{ term: term, query: { city: model.city, 'zip code': model['my zip'] } }");
  expect(readSetOptions(options)).toEqual(filtered);
  expect(readSetOptions({ url: options.url })).toEqual({ setId, filters: {} });
  const validator = setValidator('/v1.0', filtered, 'he');
  expect(validator).toEqual({
    type: 'remote',
    req: {
      url: `/v1.0/optionsSet/${setId}/validate`,
      qs: "{ value: value, query: { city: model.city, 'zip code': model['my zip'] } }",
    },
    res: 'res.data.isValid',
    message: 'יש לבחור ערך מהרשימה.',
  });
  const element = { type: 'fSelect', name: 'street', options, validators: [validator] } as Element;
  expect(checkForm({ formSchema: { rootElem: { type: 'cSection', name: 'root', children: [element] } } })).toEqual([]);
});

test('[builder] options sets: what was written by hand is left alone', () => {
  const url = `/v1.0/optionsSet/${setId}/autocomplete`;
  for (const qs of ['{ term: term.trim() }', '{ term: term, limit: 5 }', 'term', '{', '{ [term]: term }']) {
    expect([qs, readSetOptions({ url, qs })]).toEqual([qs, undefined]);
  }
  expect(readSetOptions({ url: 'https://example.com/search' })).toBeUndefined();
  expect(readSetOptions(['a'])).toBeUndefined();
});

test('[builder] options sets: the validator follows the set and keeps its message; others stay', () => {
  const mine = { ...setValidator('/v1.0', { setId: 'b'.repeat(24), filters: {} }, 'en'), message: 'Mine' };
  const about = { api: '/v1.0', locale: 'en' } as const;
  const after = followSet(['str/email', mine], { ...about, query: filtered, isWanted: true })!;
  expect(after).toEqual(['str/email', { ...setValidator('/v1.0', filtered, 'en'), message: 'Mine' }]);
  expect(isSetValidator(after[1]!, setId)).toBe(true);
  expect(followSet(after, { ...about, query: filtered, isWanted: false })).toEqual(['str/email']);
  expect(followSet([mine], { ...about, query: undefined, isWanted: true })).toBeUndefined();
});
