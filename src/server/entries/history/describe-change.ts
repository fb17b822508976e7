// What a change of an entry leaves in its history: the fields with their old and new values, within bounds. The first data of an entry
// leaves nothing: there is nothing to compare it with. [entries.history] [entries.history.bounded]
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import { largeDataLength, ownTurn } from '../../scheduling/run-in-slices.ts';
import type { NewEntryChange, StoredDelta } from '../../store/entries/entry-changes.ts';
import { compareData, type DataChange } from './compare-data.ts';

/** A change above this says only which fields changed. */
const maxDeltaBytes = 64_000;
/** Of the names of fields then. */
const maxNamesLength = 8_000;

/** What the history of one entry may hold; the oldest changes give way. Somebody without a credential fills no more than one change. */
const maxHistoryBytes = { team: 512_000, anonymous: maxDeltaBytes };

export interface ChangeToDescribe {
  readonly row: {
    readonly id: string;
    readonly form: string;
    readonly revision: number;
    readonly data: string;
    readonly status: number;
  };
  readonly action: string;
  readonly status: number;
  /** undefined: it stays. */
  readonly data: JsonObject | undefined;
  /** The same as it will be stored. */
  readonly text: string | undefined;
  readonly isAnonymous: boolean;
}

/** Undefined where nothing changed that could be told. */
export async function describeChange(change: ChangeToDescribe): Promise<NewEntryChange | undefined> {
  const { row, action, status, isAnonymous } = change;
  const isFirst = row.data === '{}';
  const fields = isFirst ? [] : await changedFields(change);
  if (fields.length === 0 && (isFirst || status === row.status)) return undefined;
  const delta = writeDelta({ ...(status !== row.status && { status: [row.status, status] as const }), fields });
  const maxBytes = isAnonymous ? maxHistoryBytes.anonymous : maxHistoryBytes.team;
  return { entry: row.id, action, form: row.form, delta, revision: row.revision, maxBytes };
}

async function changedFields({ row, data, text }: ChangeToDescribe): Promise<DataChange[]> {
  if (data === undefined || text === row.data) return [];
  if (row.data.length >= largeDataLength) await ownTurn();
  const before = JSON.parse(row.data) as JsonObject;
  if (row.data.length >= largeDataLength) await ownTurn();
  return compareData(before, data);
}

function writeDelta(delta: StoredDelta): string {
  const whole = JSON.stringify(delta);
  if (Buffer.byteLength(whole) <= maxDeltaBytes) return whole;
  let length = 0;
  const fields = delta.fields
    .map(({ keys }) => ({ keys }))
    .filter(({ keys }) => {
      length += JSON.stringify(keys).length;
      return length <= maxNamesLength;
    });
  return JSON.stringify({ ...delta, fields, isCut: true } satisfies StoredDelta);
}
