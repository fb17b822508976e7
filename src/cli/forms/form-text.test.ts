// Forms as text and back: what people write stays what it was.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { addId, readText, writeText } from './form-text.ts';

const id = '0123456789abcdef01234567';

test('[running.commands.forms] whatever JSON can say comes back from YAML and JSON as it was', () => {
  const odd = fc.constantFrom(
    'yes',
    'null',
    '~',
    '1e3',
    '0x1F',
    '012',
    '- a',
    'a: b',
    '# c',
    ' lead',
    'trail ',
    'שלום',
    '\u0000',
    '\u0085',
    'a\r\nb',
    '\tx\n\n',
    '---',
    '{{ x }}',
    '!tag',
    '&a',
    '*a',
    '__proto__',
    '2020-01-01',
    '<<',
  );
  const text = fc.oneof(odd, fc.string({ unit: 'binary' }), fc.string());
  const leaf = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 4 }), (made) => {
      const content = JSON.parse(JSON.stringify(made)) as JsonObject;
      for (const format of ['yaml', 'json'] as const)
        expect(readText(writeText(content, format), `a.${format}`)).toEqual(content);
    }),
    { numRuns: 150 },
  );
});

test('[running.commands.forms] texts of several lines are lines in YAML', () => {
  const source = '#let name = "Ada"\n\n= Title\n  indented';
  expect(writeText({ templates: [{ type: 'typst', source }] }, 'yaml')).toBe(
    'templates:\n  - type: typst\n    source: |-\n      #let name = "Ada"\n\n      = Title\n        indented\n',
  );
});

test.each([
  [
    'comments',
    '# our form\nname: Registration # shown\nlocale: he\n',
    `# our form\nid: 0123456789abcdef01234567\nname: Registration # shown\nlocale: he\n`,
  ],
  ['a start of the document', '---\nname: x\n', '---\nid: 0123456789abcdef01234567\nname: x\n'],
  ['lines of Windows', '# c\r\nname: x\r\n', '# c\r\nid: 0123456789abcdef01234567\r\nname: x\r\n'],
  ['a byte order mark', '\uFEFFname: x\n', '\uFEFFid: 0123456789abcdef01234567\nname: x\n'],
  ['braces', '{ name: x }\n', '{ name: x, id: 0123456789abcdef01234567 }\n'],
  ['an odd first key', '"name": x\n', 'id: 0123456789abcdef01234567\n"name": x\n'],
])('[running.commands.forms.create] the id is written into YAML with %s', (_, text, expected) => {
  expect(addId(text, id, 'yaml')).toBe(expected);
  expect(readText(addId(text, id, 'yaml'), 'a.yaml')).toEqual({ ...readText(text, 'a.yaml'), id });
});

test('[running.commands.forms.create] an id of digits stays a text', () => {
  const digits = '012345678901234567890123';
  expect(readText(addId('name: x\n', digits, 'yaml'), 'a.yaml')['id']).toBe(digits);
  expect(readText(addId('{"name":"x"}', digits, 'json'), 'a.json')).toEqual({ id: digits, name: 'x' });
});

test.each([
  ['not YAML', 'a: [1,\nb', 'a.yaml', /a\.yaml is not YAML: .* at line \d+/s],
  ['two values of one key', 'a: 1\na: 2', 'a.yaml', /Map keys must be unique/],
  ['two values of an inner key', 'a:\n  b: 1\n  "b": 2', 'a.yaml', /"b" is there again at line 3/],
  ['several documents', 'a: 1\n---\na: 2', 'a.yaml', /it holds several documents/],
  ['a tag that nobody knows', 'a: !!js/function "x"', 'a.yaml', /Unresolved tag/],
  ['a tab', 'a:\n\tb: 1', 'a.yaml', /Tabs are not allowed as indentation at line 2/],
  ['levels without end', `a: ${'['.repeat(5_000)}`, 'a.yaml', /is not YAML|cannot be read/],
  ['a text', 'hello', 'a.yaml', /does not hold a form/],
  ['nothing', '', 'a.yaml', /does not hold a form/],
  ['a list', '[]', 'a.json', /does not hold a form/],
  ['not JSON', '{', 'a.json', /a\.json is not JSON/],
  ['no number', 'a: .inf', 'a.yaml', /"a" is Infinity/],
  [
    'laughs',
    `a: &a [x]\n${Array.from(
      { length: 30 },
      (_, n) =>
        `b${n}: &b${n} [${Array(9)
          .fill(n === 0 ? '*a' : `*b${n - 1}`)
          .join(', ')}]`,
    ).join('\n')}`,
    'a.yaml',
    /Excessive alias count/,
  ],
  ['an alias of nothing', 'a: *gone', 'a.yaml', /alias/i],
])('[running.commands.forms] %s is refused in words', (_, text, path, message) => {
  expect(() => readText(text, path)).toThrow(message);
});
