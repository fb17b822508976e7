// Compiled forms are kept by their size: what they are thought to take is compared with what they do take.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { checkElement } from '../../src/core/definition/check-element.ts';
import { compileForm } from '../../src/core/plan/compile-form.ts';
import { compileTools } from '../../src/core/plan/compile-tools.ts';
import { estimateBytes } from '../../src/server/forms/load-form.ts';
import { many } from '../support/many.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

test.each([
  [
    'plain fields',
    many(9000, (at) => ({ type: 'fInput', name: `field${at}`, label: `What is the answer to question ${at}?` })),
  ],
  [
    'conditions',
    many(8000, (at) => ({
      type: 'fInput',
      name: `f${at}`,
      relevant: `model.f${(at * 7) % 8000} == 'yes' && model.f${(at * 13) % 8000} > ${at}`,
      reqValidator: { req: `model.f${(at * 3) % 8000} != 'x'` },
      validators: ['str/email'],
    })),
  ],
  [
    'options',
    many(4000, (at) => ({ type: 'fSelect', name: `f${at}`, options: many(15, (one) => [`v${one}`, `Option ${one}`]) })),
  ],
  ['short options', many(20, (at) => ({ type: 'fSelect', name: `f${at}`, options: many(20_000, (one) => one) }))],
  [
    'wide expressions',
    many(15, (at) => ({
      type: 'fInput',
      name: `f${at}`,
      validators: many(5, () => ({ type: 'expr', value: `[${'a,'.repeat(9990)}a]` })),
    })),
  ],
])('[limits.memory] the size of a compiled form with %s is not underestimated', (_, children) => {
  const text = JSON.stringify({ formSchema: { rootElem: { type: 'cSection', name: 'root', children } } });
  const estimate = estimateBytes(text);
  // What else the process keeps or gives back meanwhile changes single tries.
  const isRight = (bytes: number) => bytes > 0 && bytes < estimate;
  const tries: number[] = [];
  while (tries.length < 5 && !tries.some(isRight)) tries.push(bytesOf(text));
  expect([estimate, tries]).toEqual([estimate, expect.toSatisfy((all: number[]) => all.some(isRight))]);

  function bytesOf(text: string): number {
    const before = heapBytes();
    const definition = JSON.parse(text);
    const plan = compileForm(definition, { ...compileTools, checkElement });
    const taken = heapBytes() - before;
    expect(plan.shapes[0].steps.length).toBe(children.length);
    return taken;
  }
});
