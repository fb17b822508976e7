// Tables and properties of templates: what they print, what they refuse, and that data stays data.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { templateCases, templateErrorCases } from '../../../test/cases/expression-cases.ts';
import { ExpressionLimitError, ExpressionSyntaxError } from '../expression/errors.ts';
import { compileTemplate } from './template.ts';

describe('[expressions.templates] [expressions.templates.json] results', () => {
  test.each(templateCases)('$source', ({ source, mode = 'text', scope = {}, result }) => {
    expect(compileTemplate(source, { mode }).render(scope)).toBe(result);
  });

  test('reads and isLiteral', () => {
    const template = compileTemplate('{{ model.a }} {{ model.a + model.b }}', { mode: 'text' });
    expect(template.reads).toEqual([
      ['model', 'a'],
      ['model', 'b'],
    ]);
    expect(template.isLiteral).toBe(false);
    expect(compileTemplate('\\{\\{', { mode: 'text' }).isLiteral).toBe(true);
  });
});

describe('[expressions.errors] syntax errors', () => {
  test.each(templateErrorCases)('$source', ({ source, position, message }) => {
    const compile = () => compileTemplate(source, { mode: 'text' });
    expect(compile).toThrow(ExpressionSyntaxError);
    expect(compile).toThrow(message);
    expect(compile).toThrow(expect.objectContaining({ position }));
  });
});

describe('[expressions.bounded] bounded', () => {
  test('all interpolations share one budget', () => {
    const scope = { long: '<'.repeat(300_000) };
    expect(() => compileTemplate('{{ long }}'.repeat(8), { mode: 'text' }).render(scope)).toThrow(ExpressionLimitError);
    expect(() => compileTemplate('{{ long }}', { mode: 'html' }).render(scope)).not.toThrow();
    expect(() => compileTemplate('{{ long }}{{ long }}', { mode: 'html' }).render(scope)).toThrow(ExpressionLimitError);
    const work = `{{ long.toUpperCase().length }}`.repeat(100);
    expect(() => compileTemplate(work, { mode: 'text' }).render(scope)).toThrow(ExpressionLimitError);
  });
});

describe('[expressions.templates] properties', () => {
  test('inserted data is neither evaluated nor, in html, markup', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '\\', '<', '>', '&', '"', "'", 'a', '1', '+', ' ') }),
        (value) => {
          expect(compileTemplate('[{{ value }}]', { mode: 'text' }).render({ value })).toBe(`[${value}]`);
          expect(compileTemplate('{{ value }}', { mode: 'html' }).render({ value })).not.toMatch(/[<>"']/);
        },
      ),
    );
  });

  test('any text compiles or is a syntax error', () => {
    const pieces = fc.constantFrom('{{', '}}', '{', '}', "'", '"', '\\', '\\{\\{', 'a', ':', '|', ' ', 'א');
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        try {
          compileTemplate(parts.join(''), { mode: 'text' }).render({});
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionSyntaxError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
