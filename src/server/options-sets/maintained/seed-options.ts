// The options of the very first start, before any source was reached: countries, institutions, and Hebrew banks and
// branches as a package of 2024 has them, less those closed since.
import { createRequire } from 'node:module';
import type { Option } from '../search-index.ts';
import { makeBankOptions, makeBranchOptions, readBranches } from './branch-options.ts';
import { makeCountryOptions } from './country-options.ts';
import { makeSeedInstitutionOptions } from './institution-options.ts';
import type { MaintainedSetKey } from './maintained-sets.ts';
import { isRefusal } from './refusal.ts';

export function makeSeedOptions({
  today,
}: {
  readonly today: string;
}): ReadonlyMap<MaintainedSetKey, readonly Option[]> {
  const branches = readPackagedBranches(today);
  return new Map([
    ['banks', makeBankOptions(branches).options],
    ['branches', makeBranchOptions(branches).options],
    ['countries', makeCountryOptions('he', { withFormer: false }).options],
    ['countriesEnglish', makeCountryOptions('en', { withFormer: false }).options],
    ['countriesFormer', makeCountryOptions('he', { withFormer: true }).options],
    ['countriesFormerEnglish', makeCountryOptions('en', { withFormer: true }).options],
    ['institutions', makeSeedInstitutionOptions().options],
  ]);
}

/** Only the data file of the package is read; its code, which can call the network, is never loaded. */
function readPackagedBranches(today: string) {
  const require = createRequire(import.meta.url);
  const { branches }: { branches: unknown } = require('israeli-bank-autocomplete/lib/bank-data.json');
  const read = readBranches([new TextEncoder().encode(JSON.stringify(branches))], { today });
  if (isRefusal(read)) throw new Error(`israeli-bank-autocomplete: ${read.refusal}`);
  return read.branches;
}
