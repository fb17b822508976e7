// The options of the very first start, before any source was reached: countries, institutions, and Hebrew banks and
// branches as they were known in 2024, less those closed since. Where the data comes from: seed-data/NOTICE.

import type { MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import type { Option } from '../options-sets/search-index.ts';
import { makeBankOptions, makeBranchOptions, readBranches } from './branch-options.ts';
import { makeCountryOptions } from './country-options.ts';
import { makeSeedInstitutionOptions } from './institution-options.ts';
import { isRefusal } from './refusal.ts';
import seedBranches from './seed-data/branches.json' with { type: 'json' };

export function makeSeedOptions({
  today,
}: {
  readonly today: string;
}): ReadonlyMap<MaintainedSetKey, readonly Option[]> {
  const { banks, branches } = readPackagedBranches(today);
  return new Map([
    ['banks', makeBankOptions(banks, branches).options],
    ['branches', makeBranchOptions(branches).options],
    ['countries', makeCountryOptions('he', { withFormer: false }).options],
    ['countriesEnglish', makeCountryOptions('en', { withFormer: false }).options],
    ['countriesFormer', makeCountryOptions('he', { withFormer: true }).options],
    ['countriesFormerEnglish', makeCountryOptions('en', { withFormer: true }).options],
    ['institutions', makeSeedInstitutionOptions().options],
  ]);
}

function readPackagedBranches(today: string) {
  const { columns, rows } = seedBranches;
  const branches = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
  const read = readBranches([new TextEncoder().encode(JSON.stringify(branches))], { today });
  if (isRefusal(read)) throw new Error(`Seed data of branches: ${read.refusal}`);
  return read;
}
