// A stored definition as an object: a large one in slices, since parsing 2 MB holds the event loop for 40 ms.
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { parseJsonInSteps } from '../http/parse-json-in-steps.ts';
import { runInSlices } from '../scheduling/run-in-slices.ts';
import { largeFormLength } from './present-form.ts';

export async function parseDefinition(text: string): Promise<FormDefinition> {
  if (text.length < largeFormLength) return JSON.parse(text) as FormDefinition;
  return (await runInSlices(parseJsonInSteps(text, anyDepth))) as FormDefinition;
}

/** What is stored was checked when it was written. */
const anyDepth = { maxLevels: Number.POSITIVE_INFINITY, tooDeep: () => new RangeError('nested too deeply') };
