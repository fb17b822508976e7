import { expect, test } from 'vitest';
import { checkForm } from '../../../../core/definition/check-form.ts';
import type { Element, FormDefinition } from '../../../../core/definition/form-definition.ts';
import { compileTemplate } from '../../../../core/text/template.ts';
import { translator } from '../../../texts.ts';
import { fieldNames, messageFacts, withFacts } from '../../expressions/expression-names.ts';
import { brokenReferences } from '../../tree/references.ts';
import { renameElement } from '../../tree/rename-element.ts';
import {
  emailPlace,
  startingConfirm,
  startingNotify,
  startingThanks,
  thanksPlace,
  withEmailCard,
  withThanks,
} from '../card-rules.ts';
import { chipNames } from './chip-names.ts';
import { encodedChip, keepLoneBraces, shownHtml, shownText, splitTemplate } from './chip-source.ts';

const children = [
  { type: 'fInput', name: 'name', label: 'Your name' },
  { type: 'fInput', name: 'email', label: 'Email' },
  { type: 'fSelect', name: 'where', label: 'Where', options: [['il', 'Israel']] },
  { type: 'fMatrix', name: 'grid', label: 'Grid', matrixQuestions: ['p'], options: ['good'] },
  { type: 'cSection', name: 'address', secFlat: false, children: [{ type: 'fInput', name: 'city', label: 'City' }] },
] as Element[];
const definition: FormDefinition = { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
const names = withFacts(fieldNames(definition), messageFacts);

test('[builder] chips: a template is texts and what is between braces; what cannot be read stays text', () => {
  expect(splitTemplate('Hi {{ model.name }}, {{ a ? "}}" : 1 }}!')).toEqual([
    { text: 'Hi ' },
    { chip: 'model.name' },
    { text: ', ' },
    { chip: 'a ? "}}" : 1' },
    { text: '!' },
  ]);
  expect(splitTemplate('{{ model. }} x')).toEqual([{ text: '{{ model. }} x' }]);
  expect(splitTemplate('\\{\\{ x {{ }}')).toEqual([{ text: '\\{\\{ x {{ }}' }]);
  expect([encodedChip('model.name'), encodedChip('a || b')]).toEqual(['model.name | encode', '(a || b) | encode']);
});

test('[builder] chips: braces that nothing closes are text, in whatever is around them; what is closed is an expression', () => {
  const cases: [typed: string, kept: string][] = [
    ['use {{ to begin', 'use \\{\\{ to begin'],
    ['{{', '\\{\\{'],
    ['{{{', '{\\{\\{'],
    ['{{{{ a', '\\{\\{\\{\\{ a'],
    ['{{ and {{ model.name }}', '\\{\\{ and {{ model.name }}'],
    ['{{ model.name }} {{ <b>x</b> {{', '{{ model.name }} \\{\\{ <b>x</b> \\{\\{'],
  ];
  for (const [typed, kept] of cases) {
    expect(keepLoneBraces(typed)).toBe(kept);
    expect(keepLoneBraces(kept)).toBe(kept);
    // It prints what was typed, and is shown so again.
    const text = kept.replace('{{ model.name }}', '');
    expect(compileTemplate(text, { mode: 'text' }).render({})).toBe(typed.replace('{{ model.name }}', ''));
    expect(shownText(text)).toBe(typed.replace('{{ model.name }}', ''));
  }
  // Whoever wrote an expression hears that it cannot be read; literal braces that would become one stay escaped.
  for (const written of ['{{ model. }} x', '{{ }}', '{{ model.<b>name</b> }}', 'a }} b', '\\{\\{ model.name }}']) {
    expect(keepLoneBraces(written)).toBe(written);
    expect(shownText(written)).toBe(written);
  }
  expect(splitTemplate('{{ bad. }} {{ model.name }}')).toEqual([{ text: '{{ bad. }} ' }, { chip: 'model.name' }]);
  expect(shownHtml('\\{\\{ {{ a }}', (chip) => chip)).toBe('{{ <mark lang="zxx" dir="auto">a</mark>');
});

test('[builder] chips: answers by their label, codes in words; an expression is its own name', () => {
  const { list, labelOf } = chipNames(names, translator('builder/message', 'en'));
  expect(list.filter(({ group }) => group === 'answers').map(({ source, label }) => [source, label])).toEqual([
    ['model.name', 'Your name'],
    ['model.email', 'Email'],
    ['answers.where', 'Where'],
    ['answers.grid', 'Grid'],
    ['model.address.city', 'address › City'],
  ]);
  const labels = ['model.where', 'model.name | encode', 'allAnswers', 'model.age + 1'].map(labelOf);
  expect(labels).toEqual(['Where', 'Your name', 'All answers', 'model.age + 1']);
});

test('[builder] cards: their rules pass the check, are found again, and go when they are switched off', () => {
  for (const locale of ['en', 'he'] as const) {
    const owner = { owner: 'a@example.com', color: '#0b6b53' };
    let form = withEmailCard(definition, 'notify', startingNotify(names, locale, owner));
    form = withEmailCard(form, 'confirm', startingConfirm(names, locale));
    form = withThanks(form, startingThanks(locale));
    expect(checkForm(form)).toEqual([]);
    expect([...brokenReferences(form)]).toEqual([]);
    expect([emailPlace(form, 'notify'), emailPlace(form, 'confirm'), thanksPlace(form)]).toEqual([0, 1, 0]);
    expect(form.postSubmit?.emails?.[1]).toMatchObject({ to: ['{{ model.email }}'], if: 'model.email != null' });
    const off = withThanks(withEmailCard(withEmailCard(form, 'notify', undefined), 'confirm', undefined), undefined);
    expect(off).toEqual(definition);
  }
});

test('[builder] chips follow a question that is renamed, and one that is gone is found', () => {
  const emails = [{ to: [], subject: '{{ answers.where }}', text: '{{ allAnswers }} {{ answers.gone }}' }];
  const form = { ...definition, postSubmit: { emails } };
  const renamed = renameElement(form, 'formSchema.rootElem.children.2', 'place');
  expect(renamed.postSubmit?.emails?.[0]?.subject).toBe('{{ answers.place }}');
  expect([...brokenReferences(form)].map(([path, found]) => [path, found.map(({ name }) => name)])).toEqual([
    ['postSubmit.emails.0', ['answers.gone']],
  ]);
});
