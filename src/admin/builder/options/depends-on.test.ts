import { expect, test } from 'vitest';
import { parseExpression } from '../../../core/expression/parse.ts';
import { printExpression } from '../../../core/expression/print.ts';
import { guessField, readings, readSource, writeSource } from './depends-on.ts';
import { readSetOptions, writeSetOptions } from './options-set-query.ts';

const fields = [
  { text: 'model.bank', label: 'Your bank' },
  { text: 'model.city', label: 'Town' },
  { text: "model['my zip']", label: 'Zip' },
];

test('[builder] options that depend on a field are written and read back, whichever way the answer is read', () => {
  for (const field of fields) {
    for (const reading of readings) {
      const source = writeSource(field.text, reading);
      expect(printExpression(parseExpression(source))).toBe(source);
      const query = { setId: 'a'.repeat(24), filters: { code: source } };
      const read = readSetOptions(writeSetOptions('/v1.0', query));
      expect(read).toEqual(query);
      expect(readSource(read!.filters['code']!, fields)).toEqual({ field, reading });
    }
  }
  expect(readSource('model.bank + 1', fields)).toEqual({ field: undefined, reading: 'whole' });
});

test('[builder] the query as JSON text, as documents show it, is read too', () => {
  const url = `/v1.0/optionsSet/${'a'.repeat(24)}/autocomplete`;
  const qs = '{ term: term, query: fn.JSON.stringify({ city: model.city }) }';
  expect(readSetOptions({ url, qs })).toEqual({ setId: 'a'.repeat(24), filters: { city: 'model.city' } });
  expect(readSetOptions({ url, qs: '{ term: term, query: fn.JSON.stringify(model) }' })).toBeUndefined();
  expect(readSetOptions({ url, qs: '{ term: term, query: fn.last({ city: model.city }) }' })).toBeUndefined();
});

test('[builder] a field that is called like a key is proposed for it', () => {
  expect(guessField(['code', 'CITY'], fields)).toEqual({ key: 'CITY', field: fields[1] });
  expect(guessField(['code', 'zip'], fields)).toEqual({ key: 'zip', field: fields[2] });
  expect(guessField(['code'], fields)).toEqual({ key: 'code', field: fields[0] });
});
