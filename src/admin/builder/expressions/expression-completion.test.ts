import { expect, test } from 'vitest';
import { translator } from '../../texts.ts';
import { checkSource, excerptAround, syntaxText } from './expression-check.ts';
import { applySuggestion, findCompletion, type SourceKind } from './expression-completion.ts';
import { fieldNames } from './expression-names.ts';

const names = fieldNames({
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        { type: 'fInput', name: 'age', label: 'How old are you?', typeValidator: 'num' },
        { type: 'fInput', name: 'email', label: 'דואר' },
        { type: 'fInput', name: 'first name', label: 'Name' },
      ],
    },
  },
});

/** The caret is at the bar. */
function complete(text: string, kind: SourceKind = 'expression', isAsked = false): string[] | undefined {
  const caret = text.indexOf('¦');
  const source = text.replace('¦', '');
  return findCompletion({ source, caret, kind, names, isAsked })?.suggestions.map((suggestion) => suggestion.text);
}

test('[builder] completion: by the start of a name, its last part, and words of the label', () => {
  expect(complete('mod¦')?.slice(0, 3)).toEqual(['model.age', 'model.email', "model['first name']"]);
  expect(complete('model.e¦')).toEqual(['model.email']);
  expect(complete('em¦')?.[0]).toBe('model.email');
  expect(complete('OLD¦')?.[0]).toBe('model.age');
  expect(complete('דוא¦')).toEqual(['model.email']);
  expect(complete('1 + nam¦ == 2')?.[0]).toBe("model['first name']");
  expect(complete('fn.su¦')).toEqual(['fn.sum(']);
  expect(complete('data.entry.i¦')).toEqual(['data.entry.id', 'data.entry.idx']);
});

test('[builder] completion: filters after a bar; nothing after a value, in a text, or when all is written', () => {
  expect(complete('model.age | nu¦')).toEqual(['number']);
  expect(complete('model.age |¦')).toHaveLength(8);
  expect(complete('model.age ag¦')).toBeUndefined();
  expect(complete("'ag¦'")).toBeUndefined();
  expect(complete('"it is ag¦')).toBeUndefined();
  expect(complete('model.age¦')).toBeUndefined();
  expect(complete('¦')).toBeUndefined();
  expect(complete('¦', 'expression', true)).toContain('fn.sum(');
  expect(complete('a || ag¦')?.[0]).toBe('model.age');
  expect(complete('zzz¦')).toBeUndefined();
});

test('[builder] completion: in templates only inside braces, unless asked for', () => {
  expect(complete('Dear na¦', 'template')).toBeUndefined();
  expect(complete('Dear {{ na¦', 'template')?.[0]).toBe("model['first name']");
  expect(complete('Dear {{¦', 'template')?.[0]).toBe('model.age');
  expect(complete('Dear {¦', 'template')).toBeUndefined();
  expect(complete('{{ model.age }} and na¦', 'template')).toBeUndefined();
  expect(complete('{{ model.age }} and {{ em¦ }} x', 'template')?.[0]).toBe('model.email');
  expect(complete('Dear ¦', 'template', true)?.[0]).toBe('{{ model.age }}');
});

test('[builder] completion: taking one replaces what was typed of it', () => {
  const source = 'Dear {{ na }}!';
  const completion = findCompletion({ source, caret: 10, kind: 'template', names, isAsked: false })!;
  expect(applySuggestion(source, completion, completion.suggestions[0]!)).toEqual({
    source: "Dear {{ model['first name'] }}!",
    caret: 27,
  });
});

test('[builder] check: core says what is wrong and where; unknown names are reported', () => {
  expect(checkSource('model.age >= 18 && fn.sum([1])', 'expression', names)).toEqual({ error: undefined, unknown: [] });
  expect(checkSource('model.agee + x.y + fn.nope(1)', 'expression', names)).toEqual({
    error: undefined,
    unknown: ['model.agee', 'x.y', 'fn.nope()'],
  });
  expect(checkSource('model.age = 18', 'expression', names).error?.position).toBe(10);
  expect(checkSource('Dear {{ model.age', 'template', names).error?.position).toBe(17);
  expect(checkSource('Dear {{ model.nam }}', 'template', names).unknown).toEqual(['model.nam']);
  expect(checkSource('  ', 'expression', names)).toEqual({ error: undefined, unknown: [] });
  expect(excerptAround('a\nmodel.age = 18\nb', 12)).toEqual({ before: 'model.age ', at: '=', after: ' 18' });
  expect(excerptAround('model.', 6)).toEqual({ before: 'model.', at: '', after: '' });
});

test('[builder] check: every complaint of core exists in both languages', () => {
  const hebrew = translator('builder/syntax', 'he');
  const english = translator('builder/syntax', 'en');
  const broken = [
    'a = 1',
    'a; b',
    'this.x',
    '2x',
    "'abc",
    "'\\u12'",
    'a | nope',
    'a +',
    'a b',
    'a.',
    'a[1',
    'fn.x(1,)',
    '{a b}',
  ];
  for (const source of [...broken, '{', 'a |', '#', `${'('.repeat(200)}`, 'a'.repeat(20_001)]) {
    const { error } = checkSource(source, 'expression', names);
    const text = syntaxText(error!.message, hebrew);
    expect([source.slice(0, 9), text]).toEqual([source.slice(0, 9), expect.stringMatching(/[א-ת]/)]);
    expect(text).not.toMatch(/Expected|\{\w+\}/);
    expect(syntaxText(error!.message, english)).not.toMatch(/Expected|at position|\{\w+\}/);
  }
});
