// The sets that Formstead maintains, made from the public registries. [conventions.packages]
import {
  allMaintainedSets,
  type MaintainedSetKey,
  type SourceKey,
} from '../../../src/server/options-sets/maintained-sets.ts';
import type { Option } from '../../../src/server/options-sets/segment.ts';
import { families, gatherSets } from '../../../src/server/registries/gather-sets.ts';
import { publicSources } from '../../../src/server/registries/sources.ts';

export type { MaintainedSetKey as SetKey, Option, SourceKey };

export interface SourceAddress {
  /** `https:` or `file:`; `{year}` in those of tax localities. */
  readonly url: string;
  /** A list of your own, which may be plain lines. */
  readonly isGiven?: boolean;
}

export interface SetFacts {
  readonly key: MaintainedSetKey;
  readonly name: string;
  readonly nameHebrew: string;
  /** Empty: made of what is in this package. */
  readonly sources: readonly SourceKey[];
}

export const sets: readonly SetFacts[] = allMaintainedSets.map(({ key, name, nameHebrew, sources }) => ({
  key,
  name,
  nameHebrew,
  sources,
}));

export interface MakeOptions {
  /** Missing: all. Sets of one source come together. */
  readonly keys?: readonly MaintainedSetKey[];
  /** YYYY-MM-DD: which branches are closed, which tax years there are. */
  readonly today: string;
  /** Other addresses than the public ones, also `file:`. */
  readonly sources?: Partial<Readonly<Record<SourceKey, readonly SourceAddress[]>>>;
  readonly onProgress?: (text: string) => void;
}

export interface MadeSets {
  readonly made: readonly {
    readonly key: MaintainedSetKey;
    readonly options: readonly Option[];
    /** The addresses that were read. */
    readonly source: string;
    readonly warnings: readonly string[];
  }[];
  /** What could not be read, or is not believable: too few options, other facts than are known, names in another language. */
  readonly refused: readonly { readonly keys: readonly MaintainedSetKey[]; readonly reason: string }[];
}

/** Reads the registries. Never throws because of a source: what is wrong with one is in `refused`. */
export async function makeSets({ keys, today, sources, onProgress }: MakeOptions): Promise<MadeSets> {
  const wanted = new Set(families.filter((family) => keys?.some((key) => family.includes(key)) ?? true).flat());
  const made: MadeSets['made'][number][] = [];
  const refused: MadeSets['refused'][number][] = [];
  await gatherSets(
    {
      sets: allMaintainedSets.filter(({ key }) => wanted.has(key)),
      sources: { ...publicSources, ...sources },
      today,
      current: {},
      taxYears: [],
      currentCities: [],
    },
    (event) => {
      if (event.type === 'progress') onProgress?.(event.text);
      else if (event.type === 'kept') refused.push({ keys: event.keys, reason: event.reason });
      else {
        for (const { key, chunks, source, warnings } of event.sets)
          made.push({ key, options: chunks.flatMap(({ json }) => JSON.parse(json) as Option[]), source, warnings });
        if (event.problem !== undefined)
          refused.push({ keys: event.sets.map(({ key }) => key), reason: event.problem });
      }
    },
  );
  return { made, refused };
}
