// A sample of what can happen to sources, on registries that are made here; `npm run test:registries` does a hundred for each set
// on copies of the real ones.
import { afterAll, expect, test } from 'vitest';
import { type BrokenSource, breakSource } from '../../../test/registries/broken-variants.ts';
import { createGatherer, type Files } from '../../../test/registries/gather.ts';
import { judge } from '../../../test/registries/judge-variants.ts';
import {
  citySource,
  englishBranches,
  hebrewBranches,
  institutionSource,
  streetSource,
  taxSource,
} from '../../../test/registries/made-up-sources.ts';
import { writeTable } from '../../../test/registries/write-table.ts';
import { allMaintainedSets, type MaintainedSetKey, type SourceKey } from '../options-sets/maintained-sets.ts';
import { makeSeedInstitutionOptions } from './institution-options.ts';

const floors: Partial<Record<MaintainedSetKey, number>> = { streets: 600, branches: 300, branchesEnglish: 300 };
const sets = allMaintainedSets.map(({ anchors, ...set }) =>
  set.isExact ? set : { ...set, floor: floors[set.key] ?? 15 },
);
const gatherer = createGatherer({ today: '2026-07-15', sets });
afterAll(() => gatherer.close());

const write = ({ table }: BrokenSource) => writeTable(table, 'csv');
const places: Files = { cities: write(citySource), streets: write(streetSource) };

const broken: [MaintainedSetKey, SourceKey, BrokenSource, Files][] = [
  ['cities', 'cities', citySource, places],
  ['streets', 'streets', streetSource, places],
  ['branches', 'branches', hebrewBranches, { branches: write(hebrewBranches) }],
  ['branchesEnglish', 'branchesEnglish', englishBranches, { branchesEnglish: write(englishBranches) }],
  ['taxLocalities', 'taxLocalities', taxSource, { ...places, taxLocalities: write(taxSource) }],
  ['institutions', 'institutions', institutionSource, { institutions: write(institutionSource) }],
];
test.each(broken.flatMap((one) => [false, true].map((isOtherAddress) => [...one, isOtherAddress] as const)))(
  '[options-sets.maintained.acceptance] %s: broken sources keep the old list or are read right; from another address: $4',
  async (family, source, table, files, isOtherAddress) => {
    const variants = breakSource(table, { count: 26, seed: 20_260_715 });
    // A table of degrees gives the list that comes with the service.
    const alsoRight = { institutions: makeSeedInstitutionOptions().options };
    const { wrong, kept, right, touched } = await judge(gatherer, {
      ...{ family, source, files, variants, isOtherAddress },
      ...(family === 'institutions' && { alsoRight }),
    });
    expect(wrong).toEqual([]);
    expect(kept).toBeGreaterThan(13);
    expect(kept + right + touched).toBe(26);
  },
);
