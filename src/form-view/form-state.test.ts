import { expect, test } from 'vitest';
import { compileForm } from '../core/plan/compile-form.ts';
import { compileTools } from '../core/plan/compile-tools.ts';
import { createFormState } from './form-state.ts';
import { loadViewTexts } from './texts.ts';

test('[fill-links.files.unsent] a file on its way fills a required field for now; a name that was only kept does not', async () => {
  const docs = { type: 'fFile', name: 'docs', reqValidator: true } as const;
  const formSchema = { rootElem: { type: 'cSection', name: 'root', children: [docs] } } as const;
  const state = createFormState({
    plan: compileForm({ locale: 'en', formSchema }, compileTools),
    tree: undefined,
    texts: await loadViewTexts('en'),
    data: {},
    context: {},
    requestJson: () => Promise.reject(new Error('nobody is asked')),
  });
  const path = "model['docs']";
  const begun = ['a.txt'];
  const problems = () => state.problems().map(({ message }) => message);
  const [missing] = problems();
  state.reset({}, new Map([[path, { texts: begun }]]));
  expect(problems()).toEqual([missing]);

  const keys = ['docs'];
  state.setUnfinished(path, keys, begun);
  expect(problems()).toEqual([]);
  state.setUnfinished(path, keys, begun, 'It failed.');
  expect(problems()).toEqual(['It failed.']);
  // What another field at this path told is not ended by it.
  state.setUnfinished(path, ['docs'], []);
  expect(problems()).toEqual(['It failed.']);
  state.setUnfinished(path, keys, []);
  expect(problems()).toEqual([missing]);

  // What goes over a reset was only kept.
  state.setUnfinished(path, keys, begun, 'It failed.');
  state.reset({}, state.get().unfinished);
  state.setUnfinished(path, keys, []);
  expect(problems()).toEqual([missing]);
  expect([...state.get().unfinished]).toEqual([[path, { texts: begun }]]);
});
