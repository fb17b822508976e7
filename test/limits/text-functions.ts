// Every function that meets callers' text, each as it is called, by file and name. A function that takes something else is given that,
// made of the text. What is not here is in exempt-functions.ts, with its reason; test/text-functions-listed.test.ts compares both with the code.
import { coreFunctions } from './core-functions.ts';
import { entryFunctions } from './entry-functions.ts';
import { lookupFunctions } from './lookup-functions.ts';
import type { TextFunction } from './measured-form.ts';
import { requestFunctions } from './request-functions.ts';

export const textFunctions: Readonly<Record<string, TextFunction>> = {
  ...coreFunctions,
  ...requestFunctions,
  ...entryFunctions,
  ...lookupFunctions,
};
