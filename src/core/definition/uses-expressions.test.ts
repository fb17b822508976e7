// Does the look at a form find every expression? What it passes over is compiled here without the engine, as the page does.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/cases/validation-cases.ts';
import { validForm } from '../../../test/support/random-forms.ts';
import { childrenOf, type ViewNode, viewTree } from '../../form-view/view-node.ts';
import { timeFunctions } from '../expression/functions.ts';
import { compileForm, FormDefinitionError } from '../plan/compile-form.ts';
import { compileTools } from '../plan/compile-tools.ts';
import type { CompileTools } from '../plan/form-plan.ts';
import type { FormDefinition } from './form-definition.ts';
import { mayUseExpressions, mentionsTime, usesPatterns, usesQuestionKinds, usesRemotes } from './mentions.ts';
import { usesExpressions } from './uses-expressions.ts';

const withoutEngine: CompileTools = { ...compileTools, expressions: undefined };

const field = (properties: object): FormDefinition => ({
  formSchema: {
    rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'a', ...properties }] },
  },
});
const validator = (...validators: object[]) => field({ validators });

test.each<[string, FormDefinition]>([
  ['nothing', {}],
  ['plain fields', field({ label: 'Name', reqValidator: true, relevant: true, readonly: false })],
  ['blank conditions', field({ relevant: ' ', readonly: '', reqValidator: { req: ' ' } })],
  ['a plain text', field({ type: 'eText', text: 'Hello \\{\\{ you' })],
  ['limits', validator({ type: 'num/min', value: '-1.5' }, { type: 'str/maxLength', value: '10' })],
  ['days', validator({ type: 'date/min', value: '2024-01-01' }, { type: 'date/max', value: '2030-01-01T10:00Z' })],
  ['a pattern', validator({ type: 'str/pattern', value: 'model.a' })],
  ['a set', field({ type: 'fSelect', options: { url: '/sets/1/autocomplete' } })],
  ['a list', field({ type: 'fSelect', options: [['{{', 'relevant'], { label: 'eq', options: ['value'] }] })],
])('[fill-links.quality] %s: no engine is needed', (_name, form) => {
  expect(usesExpressions(form)).toBe(false);
  compileWithout(form);
});

test.each<[string, FormDefinition]>([
  ['a condition', field({ relevant: 'model.b' })],
  ['of a tab', field({ type: 'cTabs', tabs: [{ relevant: '1' }], children: [[]] })],
  ['readonly', field({ readonly: 'model.b' })],
  ['required', field({ reqValidator: { req: 'model.b' } })],
  ['of a repeat', field({ type: 'cRepeat', children: [{ type: 'fInput', name: 'b', relevant: 'row.c' }] })],
  ['a calculation', field({ type: 'eEq', eq: '1 + 1' })],
  ['a computed value', field({ compute: '1 + 1' })],
  ['a template', field({ type: 'eText', text: 'Hello {{ model.b }}' })],
  ['an initial value', field({ initialValue: '{{ fn.now() }}' })],
  ['options', field({ type: 'fSelect', options: 'model.list' })],
  ['the query of a set', field({ type: 'fSelect', options: { url: '/s', qs: '{}' } })],
  ['a validator', validator({ type: 'expr', value: '5' })],
  ['a limit', validator({ type: 'num/min', value: 'model.least' })],
  ['a sum that looks like a day', validator({ type: 'date/min', value: '2024-13-01' })],
  ['a remote check', validator({ type: 'remote', req: { url: '/s' }, res: 'res.data.ok' })],
  ['checks of drafts', { formSchema: { validateSaved: 'model.a' } }],
])('[fill-links.quality] %s: the engine is needed, and its absence is not ignored', (_name, form) => {
  expect(usesExpressions(form)).toBe(true);
  expect(mayUseExpressions(JSON.stringify(form.formSchema))).toBe(true);
  compileForm(form, compileTools);
});

test('[fill-links.quality] an expression without an engine to evaluate it is not ignored', () => {
  const form = field({ relevant: 'model.b' });
  expect(() => compileForm(form, withoutEngine)).toThrow(FormDefinitionError);
  expect(() => compileForm(form)).toThrow('needs the expression engine');
});

test('[fill-links.quality] whatever the look passes over can be compiled without the engine', () => {
  const known = cases.map(({ form }) => form);
  const plain = known.filter((form) => !isFound(form));
  expect([plain.length > 50, plain.length < known.length]).toEqual([true, true]);
  for (const form of plain) compileWithout(form);
  fc.assert(
    fc.property(validForm, (form) => {
      if (!isFound(form)) compileWithout(form);
    }),
    { numRuns: 200 },
  );
});

/** As the page looks: at the text first. */
function isFound(form: FormDefinition): boolean {
  return mayUseExpressions(JSON.stringify(form.formSchema ?? '')) && usesExpressions(form);
}

function compileWithout(form: FormDefinition): void {
  const viewed = (tools: CompileTools) => {
    const tree = viewTree(form, compileForm(form, tools), tools);
    return tree === undefined ? [] : allNodes(tree).map(whatThePageRuns);
  };
  expect(viewed(withoutEngine)).toEqual(viewed(compileTools));
}

function allNodes(node: ViewNode): ViewNode[] {
  return [node, ...childrenOf(node).flatMap(allNodes)];
}

function whatThePageRuns(node: ViewNode): unknown {
  if (node.kind === 'content') return [node.template?.render({}), node.calculation?.source];
  if (node.kind === 'field') return [node.readonly, node.initialText?.source];
  return node.kind;
}

test.each<[string, (json: string) => boolean, FormDefinition]>([
  ['a pattern', usesPatterns, validator({ type: 'str/pattern', value: 'a+' })],
  ['a remote check', usesRemotes, validator({ type: 'remote', req: { url: '/s' }, res: 'res.data.ok' })],
  ['a phone number', usesQuestionKinds, field({ validators: ['str/phone'] })],
  ['a further answer', usesQuestionKinds, field({ type: 'fRadio', otherOption: true })],
  ['answers in words', usesQuestionKinds, field({ type: 'eText', text: '{{ answers.country }}' })],
])('[fill-links.quality] %s is found in the form as JSON, and a plain field has none', (_name, uses, form) => {
  expect(uses(JSON.stringify(form.formSchema))).toBe(true);
  const plain = field({ label: 'A pattern of "remote" phones', validators: ['str/email'] });
  expect(uses(JSON.stringify(plain.formSchema))).toBe(false);
  expect(mayUseExpressions(JSON.stringify(plain.formSchema))).toBe(false);
});

test('[expressions.calendar] a form that asks for the day or the moment is known by its JSON', () => {
  for (const name of timeFunctions) {
    for (const source of [`fn.${name}(model.a)`, `1 + fn.${name} (model.a)`, `fn.\n${name}\n()`]) {
      expect([source, mentionsTime(JSON.stringify(field({ relevant: source }).formSchema))]).toEqual([source, true]);
    }
  }
  const plain = field({ label: 'Today, your age (in years), now', relevant: 'fn.average(model.a) > model.page' });
  expect(mentionsTime(JSON.stringify(plain.formSchema).replace('age (', ''))).toBe(false);
});
