import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuOf } from '../../../test/support/cpu-time.ts';
import type { Element, JsonObject } from '../definition/form-definition.ts';
import { validateEntry } from '../validation/validate-entry.ts';
import { formOf, text } from '../validation/validation-case.ts';
import { compileForm } from './compile-form.ts';
import { compileTools } from './compile-tools.ts';

const context = { cleanHtml: (html: string) => html };

function clean(elements: Element[], input: JsonObject): JsonObject {
  return validateEntry(compileForm(formOf(...elements), compileTools), input, { rules: 'types', context }).data;
}

/** A condition on fields that come before it in some order, which need not be the order of the form. */
interface Planned {
  readonly reads: number | undefined;
  readonly isNegated: boolean;
  readonly isSent: boolean;
  readonly place: number;
  readonly isInSection: boolean;
}

const plans = fc.array(
  fc.record<Planned>({
    reads: fc.option(fc.nat(), { nil: undefined }),
    isNegated: fc.boolean(),
    isSent: fc.boolean(),
    place: fc.nat(),
    isInSection: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('[validation.relevant.chains] a form without circles', () => {
  test('keeps exactly the values whose condition is true of what is kept', () => {
    fc.assert(
      fc.property(plans, (fields) => {
        const kept = new Set<number>();
        const elements = fields.map(({ reads, isNegated, isSent, isInSection }, index): Element => {
          const other = reads === undefined || index === 0 ? undefined : reads % index;
          const isShown = other === undefined || kept.has(other) !== isNegated;
          if (isShown && isSent) kept.add(index);
          const condition = other === undefined ? {} : { relevant: `${isNegated ? '!' : ''}model.f${other}` };
          const field = text(`f${index}`);
          // The condition of a section counts for the field inside.
          return isInSection
            ? { type: 'cSection', name: `s${index}`, ...condition, children: [field] }
            : { ...field, ...condition };
        });
        const shuffled = elements
          .map((element, index) => ({ element, place: fields[index]!.place }))
          .sort((one, other) => one.place - other.place)
          .map(({ element }) => element);
        const sent = fields.flatMap(({ isSent }, index) => (isSent ? [[`f${index}`, 'x']] : []));
        const data = clean(shuffled, Object.fromEntries(sent));
        expect(Object.keys(data).sort()).toEqual([...kept].map((index) => `f${index}`).sort());
      }),
      { numRuns: 1000 },
    );
  });
});

describe('[validation.relevant.chains] circles end, and cleaning again changes nothing', () => {
  test.each([
    ['a field hides itself', ['!model.f0']],
    ['a field shows itself', ['model.f0']],
    ['two wait for each other', ['model.f1', 'model.f0']],
    ['three in a ring, one negated', ['model.f1', 'model.f2', '!model.f0']],
    ['the whole model', ['(model | json).length > 30', '!model.f0']],
  ])('%s', (_, conditions) => {
    const elements = conditions.map((relevant, index) => text(`f${index}`, { relevant }));
    const first = clean(elements, Object.fromEntries(conditions.map((_, index) => [`f${index}`, 'x'])));
    expect(clean(elements, first)).toEqual(first);
  });

  test('in random circles too', () => {
    const condition = fc.tuple(fc.boolean(), fc.nat({ max: 5 }));
    fc.assert(
      fc.property(
        fc.array(condition, { minLength: 6, maxLength: 6 }),
        fc.subarray([0, 1, 2, 3, 4, 5]),
        (conditions, sent) => {
          const elements = conditions.map(([isNegated, other], index) =>
            text(`f${index}`, { relevant: `${isNegated ? '!' : ''}model.f${other}` }),
          );
          const first = clean(elements, Object.fromEntries(sent.map((index) => [`f${index}`, 'x'])));
          expect(clean(elements, first)).toEqual(first);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('[validation.relevant.chains] conditions across rows follow each other', () => {
  const rows = [{ a: 'x' }, { a: 'x' }, { a: 'x' }, { a: 'x' }];
  const repeat = (relevant: string): Element[] => [
    { type: 'cRepeat', name: 'r', children: [text('a', { relevant }), text('b')] },
  ];
  expect(clean(repeat('$index == 0 || !model.r[$index - 1].a'), { r: rows })).toEqual({
    r: [{ a: 'x' }, null, { a: 'x' }, null],
  });
  expect(clean(repeat('model.r.length > 3'), { r: rows })).toEqual({ r: rows });
  expect(clean(repeat('model.r[0].b'), { r: rows })).toEqual({ r: [null, null, null, null] });
});

test('[validation.relevant.chains] thousands of conditions that each read thousands of fields are put in order at once', async () => {
  const children = Array.from({ length: 5000 }, (_, index) => text(`f${index}`, { relevant: 'model.s' }));
  const compile = () => compileForm(formOf({ type: 'cSection', name: 's', secFlat: false, children }), compileTools);
  // Each against each took two minutes.
  expect(await cpuOf(compile)).toBeLessThan(10_000);
});
