import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/cases/validation-cases.ts';
import { compileForm, FormDefinitionError } from '../plan/compile-form.ts';
import { compileTools } from '../plan/compile-tools.ts';
import { formOf } from '../validation/validation-case.ts';
import { checkElement } from './check-element.ts';
import { checkForm } from './check-form.ts';
import type { Element, FormDefinition } from './form-definition.ts';

const root = 'formSchema.rootElem';
const first = `${root}.children.0`;
const label = '"formSchema.rootElem.children[0]';
const field = (more: object) => ({ type: 'fInput', name: 'a', ...more }) as Element;
const select = (more: object) => field({ type: 'fSelect', ...more });
const validator = (validators: unknown) => field({ validators });

/** One element that is wrong, where, and the message. */
const elements: [Element, string, string][] = [
  [
    field({ type: 'fNothing' }),
    'type',
    `${label}.type" must be one of [cSection, cRepeat, cRow, cTabs, fInput, fLngTxt, fDoc, fSelect, fRadio, fCheckbox, fBool, fDate, fFile, fSign, fRate, fColor, fMatrix, e...]`,
  ],
  [field({ type: undefined }), 'type', `${label}.type" is required`],
  [field({ name: undefined }), 'name', `${label}.name" is required`],
  [field({ name: 5 }), 'name', `${label}.name" must be a string`],
  [field({ name: ' ' }), 'name', `${label}.name" is not allowed to be empty`],
  [field({ name: '__proto__' }), 'name', `${label}.name" must not start with __, which marks screen state`],
  [field({ name: 'a≡b' }), 'name', `${label}.name" must not contain ≡, which joins the names of export columns`],
  [field({ relevant: 'model.a +' }), 'relevant', `${label}.relevant" must be a valid expression: `],
  [field({ relevant: 5 }), 'relevant', `${label}.relevant" must be one of [boolean, string]`],
  [field({ readonly: '(' }), 'readonly', `${label}.readonly" must be a valid expression: `],
  [field({ initialValue: '{{ ( }}' }), 'initialValue', `${label}.initialValue" must be a valid template: `],
  [field({ type: 'eEq', eq: '1 +' }), 'eq', `${label}.eq" must be a valid expression: `],
  [field({ type: 'eText', text: '{{ 1 + }}' }), 'text', `${label}.text" must be a valid template: `],
  [field({ reqValidator: 'yes' }), 'reqValidator', `${label}.reqValidator" must be one of [boolean, object]`],
  [
    field({ reqValidator: { req: '1 +' } }),
    'reqValidator.req',
    `${label}.reqValidator.req" must be a valid expression: `,
  ],
  [
    field({ reqValidator: { level: 'loud' } }),
    'reqValidator.level',
    `${label}.reqValidator.level" must be one of [error, warning, info, success]`,
  ],
  [field({ reqValidator: { message: 5 } }), 'reqValidator.message', `${label}.reqValidator.message" must be a string`],
  [
    field({ typeValidator: 'float' }),
    'typeValidator',
    `${label}.typeValidator" must be one of [text, str, num, date, bool, color, sign, array]`,
  ],
  [
    field({ typeValidator: { type: 'date', mode: 'x' } }),
    'typeValidator.mode',
    `${label}.typeValidator.mode" must be one of [d, dt, t]`,
  ],
  [select({ options: 5 }), 'options', `${label}.options" must be one of [array, string, object]`],
  [
    select({ options: ['a', { x: 1 }] }),
    'options.1.options',
    `${label}.options[1].options" must be a string, a pair [value, label] or a group {label, options}`,
  ],
  [
    select({ options: [['a', 'A'], [{}]] }),
    'options.1',
    `${label}.options[1]" must be a string, a pair [value, label] or a group {label, options}`,
  ],
  [select({ options: 'model.' }), 'options', `${label}.options" must be a valid expression: `],
  [select({ options: { qs: '{}' } }), 'options.url', `${label}.options.url" is required`],
  [select({ options: { url: '/x', qs: '{' } }), 'options.qs', `${label}.options.qs" must be a valid expression: `],
  [field({ type: 'fMatrix', matrixQuestions: 'q' }), 'matrixQuestions', `${label}.matrixQuestions" must be an array`],
  [
    field({ type: 'fMatrix', matrixQuestions: ['q', 'q'] }),
    'matrixQuestions',
    `${label}.matrixQuestions" contains a duplicate value`,
  ],
  [validator('str/email'), 'validators', `${label}.validators" must be an array`],
  [validator(['str/postcode']), 'validators.0', `${label}.validators[0]" must be one of [str/email, `],
  [validator([{ type: 'x' }]), 'validators.0.type', `${label}.validators[0].type" must be one of [str/email, `],
  [validator([{ type: 'num/min' }]), 'validators.0.value', `${label}.validators[0].value" is required`],
  [
    validator([{ type: 'num/min', value: 'model.' }]),
    'validators.0.value',
    `${label}.validators[0].value" must be a valid expression: `,
  ],
  [
    validator([{ type: 'str/maxLength', value: -1 }]),
    'validators.0.value',
    `${label}.validators[0].value" is not a limit that this validator takes`,
  ],
  [
    validator([{ type: 'str/pattern', value: '(' }]),
    'validators.0.value',
    `${label}.validators[0].value" must be a valid pattern: `,
  ],
  [
    validator([{ type: 'str/pattern', value: '(?=a)' }]),
    'validators.0.value',
    `${label}.validators[0].value" must be a valid pattern: `,
  ],
  [validator([{ type: 'expr' }]), 'validators.0.value', `${label}.validators[0].value" is required`],
  [validator([{ type: 'remote' }]), 'validators.0.req', `${label}.validators[0].req" is required`],
  [
    validator([{ type: 'remote', req: { url: '/x', qs: '{' } }]),
    'validators.0.req.qs',
    `${label}.validators[0].req.qs" must be a valid expression: `,
  ],
  [
    validator([{ type: 'remote', req: { url: '/x' }, res: '!' }]),
    'validators.0.res',
    `${label}.validators[0].res" must be a valid expression: `,
  ],
  [field({ type: 'cRow', children: [field({})] }), 'children.0', `${label}.children[0]" must be an array`],
  [field({ type: 'cTabs', children: [[5]] }), 'children.0.0', `${label}.children[0][0]" must be of type object`],
  [
    field({ type: 'cTabs', tabs: [{ relevant: '!' }], children: [[]] }),
    'tabs.0.relevant',
    `${label}.tabs[0].relevant" must be a valid expression: `,
  ],
  [field({ type: 'cSection', children: {} }), 'children', `${label}.children" must be an array`],
  [field({ type: 'cRepeat', repMaxRows: 0 }), 'repMaxRows', `${label}.repMaxRows" must be an integer from 1 to 5000`],
  [field({ type: 'fFile', fileTypes: 'pdf' }), 'fileTypes', `${label}.fileTypes" must be an array of strings`],
];

describe('[forms.write] [forms.elements] [forms.elements.names] an element that is wrong', () => {
  test.each(elements)('%j: %s', (element, path, message) => {
    const problems = checkForm(formOf(element));
    expect(problems.map((problem) => problem.path)).toEqual([`${first}.${path}`]);
    expect(problems[0]!.message.startsWith(message)).toBe(true);
    expect(() => compileForm(formOf(element), { ...compileTools, checkElement })).toThrow(FormDefinitionError);
  });
});

const wrongForms: [string, FormDefinition, string][] = [
  ['the root is a field', { formSchema: { rootElem: field({}) } }, `${root}.type`],
  ['two fields at one path', formOf(field({}), field({})), `${root}.children.1.name`],
  [
    'two fields at one path through a flat section',
    formOf(field({}), { type: 'cSection', name: 's', children: [field({})] }),
    `${root}.children.1.children.0.name`,
  ],
  [
    'a field and a nested section',
    formOf(field({}), { type: 'cSection', name: 'a', secFlat: false }),
    `${root}.children.1.name`,
  ],
  ['a field and the screen state of tabs', formOf(field({}), { type: 'cTabs', name: 'a' }), `${root}.children.1.name`],
  ['validateSaved', { formSchema: { validateSaved: '1 +' } }, 'formSchema.validateSaved'],
  ['validateTemplate', { formSchema: { validateTemplate: '1 +' } }, 'formSchema.validateTemplate'],
  [
    'the condition of an archive rule',
    { postSubmit: { renders: [{ if: 'true' }, { if: '1 +' }] } },
    'postSubmit.renders.1.if',
  ],
  [
    'an address of an email',
    { postSave: { emails: [{ to: ['a@example.com', '{{ 1 + }}'] }] } },
    'postSave.emails.0.to.1',
  ],
  ['the reply address', { postSave: { emails: [{ replyTo: ['{{'] }] } }, 'postSave.emails.0.replyTo.0'],
  ['the subject', { postEdit: { emails: [{ subject: '{{ ( }}' }] } }, 'postEdit.emails.0.subject'],
  ['the text', { postTemplate: { emails: [{ text: '{{ ( }}' }] } }, 'postTemplate.emails.0.text'],
  ['the html', { postSubmit: { emails: [{ html: '{{ ( }}' }] } }, 'postSubmit.emails.0.html'],
  [
    'the address of a redirect',
    { postSubmit: { ui: [{ type: 'redirect', redirectOptions: { url: '{{ ( }}' } }] } },
    'postSubmit.ui.0.redirectOptions.url',
  ],
  ['a redirect without address', { postSubmit: { ui: [{ type: 'redirect' }] } }, 'postSubmit.ui.0.redirectOptions.url'],
  ['the text of a message', { postSubmit: { ui: [{ type: 'message', text: '{{ ( }}' }] } }, 'postSubmit.ui.0.text'],
  [
    'the address of a remote layout',
    { templates: [{ type: 'auto' }, { type: 'remote', url: '{{ ( }}' }] },
    'templates.1.url',
  ],
];

test.each(wrongForms)('[forms.write] %s', (_, form, path) => {
  expect(checkForm(form).map((problem) => problem.path)).toEqual([path]);
});

test('[limits.forms] elements nested too deep, and too many of them', () => {
  let deep: Element = field({});
  for (let level = 0; level < 60; level++) deep = { type: 'cSection', name: 's', children: [deep] };
  expect(checkForm(formOf(deep))[0]!.message).toContain('must not be nested deeper than 50 elements');
  const many = formOf(...Array.from({ length: 10_001 }, (_, index) => field({ name: `f${index}` })));
  expect(checkForm(many).map(({ message }) => message)).toEqual([
    '"formSchema.rootElem" must contain less than or equal to 10000 elements',
  ]);
});

test('[forms.write] every problem is named, not only the first', () => {
  const problems = checkForm(formOf(field({ relevant: '!' }), field({ name: 'b', reqValidator: 1 })));
  expect(problems.map(({ path }) => path)).toEqual([`${first}.relevant`, `${root}.children.1.reqValidator`]);
});

test('[forms.write] [forms.elements] good definitions have no problem: empty ones, content elements of any kind, every case of validation', () => {
  for (const form of [
    {},
    { formSchema: {} },
    formOf({ type: 'eButton', name: 'b' }, { type: 'eImage' } as unknown as Element),
    ...cases.map((one) => one.form),
  ]) {
    expect(checkForm(form)).toEqual([]);
  }
});

test('[validation.validators.pattern] a pattern without an engine to run it is not ignored', () => {
  const form = formOf(validator([{ type: 'str/pattern', value: '^a$' }]));
  expect(() => compileForm(form)).toThrow('compilePattern');
  expect(() => compileForm(form, compileTools)).not.toThrow();
});

test('[forms.write] no definition makes the check throw', () => {
  const names = [
    'type',
    'name',
    'children',
    'tabs',
    'relevant',
    'options',
    'validators',
    'reqValidator',
    'typeValidator',
    'value',
    'req',
    'res',
    'url',
    'qs',
    'matrixQuestions',
    'mode',
    '__proto__',
    'label',
    'message',
    'level',
  ];
  const types = [
    'cSection',
    'cRepeat',
    'cRow',
    'cTabs',
    'fSelect',
    'fMatrix',
    'fInput',
    'fDate',
    'eEq',
    'remote',
    'num/min',
    'str/pattern',
    'expr',
  ];
  const { definition } = fc.letrec<{ definition: unknown }>((tie) => ({
    definition: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom<unknown>(null, true, false, 5, '', 'model.a', '1 +', ...types),
      fc.array(tie('definition'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names), tie('definition'), { maxKeys: 8, noNullPrototype: true }),
      fc.record({
        type: fc.constantFrom(...types),
        name: fc.constantFrom('a', 'b', 'c'),
        children: tie('definition'),
        options: tie('definition'),
        validators: tie('definition'),
      }),
    ),
  }));
  fc.assert(
    fc.property(definition, definition, (rootElem, actions) => {
      const form = { formSchema: { rootElem }, postSave: actions, templates: actions } as unknown as FormDefinition;
      const problems = checkForm(form);
      for (const problem of problems) expect(problem.path).not.toBe('');
      if (problems.length === 0) compileForm(form, compileTools);
    }),
    { numRuns: 2000 },
  );
});
