// Searches as people type them, each with the option they mean. Written before the near search was built, and not changed to
// suit it: a query that is found badly stays. A line is `what is typed → the value meant`.
import { placeQueries } from './place-queries.ts';
import { registerQueries } from './register-queries.ts';

export type QuerySet =
  | 'cities'
  | 'citiesEnglish'
  | 'streets'
  | 'banks'
  | 'banksEnglish'
  | 'branches'
  | 'countries'
  | 'countriesEnglish'
  | 'countriesFormer'
  | 'institutions';

export const naturalQueries: Readonly<Record<QuerySet, string>> = { ...placeQueries, ...registerQueries };
