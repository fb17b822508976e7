// Runs the service's own gathering on files, as a refresh would, without a database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  allMaintainedSets,
  type MaintainedSet,
  type MaintainedSetKey,
  type SourceKey,
} from '../../src/server/options-sets/maintained-sets.ts';
import type { Option } from '../../src/server/options-sets/search-index.ts';
import {
  families,
  type GatherEvent,
  type GatherRequest,
  gatherSets,
  type MadeSet,
} from '../../src/server/registries/gather-sets.ts';
import { publicSources } from '../../src/server/registries/sources.ts';

export type Files = Partial<Record<SourceKey, Uint8Array>>;
export type Lists = Partial<Record<MaintainedSetKey, readonly Option[]>>;
export type StoredEvent = Exclude<GatherEvent, { type: 'progress' }>;

export interface GatherHow {
  /** The files have other names than those of before, as dated copies do. */
  readonly isOtherAddress?: boolean;
  readonly accepted?: readonly MaintainedSetKey[];
}

export interface Gatherer {
  /** What a refresh of the family makes of these files, given what it made before. */
  gather(family: MaintainedSetKey, files: Files, before?: StoredEvent, how?: GatherHow): Promise<StoredEvent>;
  close(): void;
}

/** `addresses` for sources that are files already. */
export function createGatherer(options: {
  readonly today: string;
  readonly sets?: readonly MaintainedSet[];
  readonly addresses?: Partial<Record<SourceKey, string>>;
}): Gatherer {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-registries-'));
  return {
    async gather(family, files, before, { isOtherAddress = false, accepted } = {}) {
      const keys = families.find((one) => one.includes(family)) ?? [];
      const sets = (options.sets ?? allMaintainedSets).filter(({ key }) => keys.includes(key));
      const sources = { ...publicSources };
      for (const [key, url] of Object.entries(options.addresses ?? {}))
        sources[key as SourceKey] = [{ url, isGiven: true }];
      for (const [key, bytes] of Object.entries(files)) {
        const path = join(folder, isOtherAddress ? `${key}-later` : key);
        writeFileSync(path, bytes);
        sources[key as SourceKey] = [{ url: pathToFileURL(path).href, isGiven: true }];
      }
      const request: GatherRequest = {
        sets,
        sources,
        today: options.today,
        current: {},
        taxYears: [],
        currentCities: [],
        ...(accepted && { accepted }),
      };
      let stored: StoredEvent | undefined;
      await gatherSets(before === undefined ? request : { ...request, ...asStored(before, sets) }, (event) => {
        if (event.type !== 'progress') stored = event;
      });
      return stored!;
    },
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
  };
}

function asStored(before: StoredEvent, sets: readonly MaintainedSet[]): Partial<GatherRequest> {
  if (before.type !== 'made') return {};
  const idOf = ({ key }: MadeSet) => sets.find((set) => set.key === key)!.id;
  const current = before.sets.map((set) => [
    idOf(set),
    { chunks: set.chunks.map(({ json }) => json), source: set.source, date: set.date },
  ]);
  return { current: Object.fromEntries(current), taxYears: before.taxYears };
}

export function listsOf(event: StoredEvent): Lists {
  if (event.type === 'kept') throw new Error(`kept: ${event.reason}`);
  return Object.fromEntries(
    event.sets.map(({ key, chunks }) => [key, chunks.flatMap(({ json }) => JSON.parse(json) as Option[])]),
  );
}

/** How many options are in one list and not in the other, by value; a value may be there more than once. */
export function countDifferences(one: Lists, other: Lists): number {
  let count = 0;
  for (const key of Object.keys(one) as MaintainedSetKey[]) {
    const counts = new Map<string, number>();
    for (const { value } of one[key] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const { value } of other[key] ?? []) counts.set(value, (counts.get(value) ?? 0) - 1);
    for (const difference of counts.values()) count += Math.abs(difference);
  }
  return count;
}
