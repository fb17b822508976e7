// Refreshes maintained sets with lists that a test makes up, as if a source had brought them.
import { allMaintainedSets, type MaintainedSetKey } from '../../src/server/options-sets/maintained-sets.ts';
import { writeChunks } from '../../src/server/options-sets/read-options.ts';
import type { Option } from '../../src/server/options-sets/search-index.ts';
import { fingerprintOf } from '../../src/server/registries/fingerprint.ts';
import type { GatherEvent, MadeSet } from '../../src/server/registries/gather-sets.ts';
import { refreshSets } from '../../src/server/registries/refresh-sets.ts';
import type { RefreshServices, SetReport } from '../../src/server/registries/store-made-sets.ts';
import type { TaxYear } from '../../src/server/registries/tax-locality-options.ts';
import { runAtOnce } from '../../src/server/scheduling/run-in-slices.ts';

export const setId = (key: MaintainedSetKey) => allMaintainedSets.find((set) => set.key === key)?.id ?? '';

export type Lists = Partial<Record<MaintainedSetKey, readonly (string | Option)[]>>;

export interface Bringing {
  /** The lists are refused for it, unless they are accepted. */
  readonly refusal?: string;
  readonly accepts?: boolean;
  readonly taxYears?: readonly TaxYear[];
  readonly warnings?: readonly string[];
  /** Before the lists are there. */
  readonly onStart?: () => Promise<void>;
}

/** The reports by set. All sets of a family must be brought. */
export async function bringLists(lists: Lists, services: RefreshServices, bringing: Bringing = {}) {
  const keys = Object.keys(lists) as MaintainedSetKey[];
  const { refusal, accepts = false, taxYears = [], warnings = [] } = bringing;
  const made = keys.map((key): MadeSet => {
    const options = (lists[key] ?? []).map((one) => (typeof one === 'string' ? { value: one } : one));
    const chunks = runAtOnce(writeChunks(options));
    return { key, source: 'file:///srv/lists/new.csv', chunks, fingerprint: fingerprintOf(chunks), warnings };
  });
  const event: GatherEvent =
    refusal === undefined || accepts
      ? { type: 'made', sets: made, taxYears }
      : { type: 'kept', keys, reason: refusal, refused: made, taxYears };
  const gather = async (_request: unknown, onEvent: (event: GatherEvent) => void) => {
    await bringing.onStart?.();
    onEvent(event);
  };
  const reports = await refreshSets({ keys, gather, ...(accepts ? { accepted: keys } : {}) }, services);
  return Object.fromEntries(reports.map(({ set, ...report }) => [set, report])) as Partial<
    Record<MaintainedSetKey, Omit<SetReport, 'set'>>
  >;
}
