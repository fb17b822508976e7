// Whether the new entries of a batch fit into their forms, with as little work as can be for the statement that writes them: a
// number per form says how high its counters may be for the whole batch to fit. A form that is too full for that takes the first
// of its entries, if that fits by itself; the others come again in a later batch. So each batch gets on, and none goes too far.
import type { Fragment, Runner } from './db.ts';
import type { FullRoom, NewEntry } from './write-entries.ts';

const savedStatus = 1;
const noCap = 2_147_483_647;

export interface EntryCaps {
  /** Without drafts in the batch, nothing is asked or written about them. */
  readonly hasDrafts: boolean;
  /** A select of the caps by form, for the locked counters to join. */
  readonly forms: Fragment;
  /** A condition on `l`, locked counters with their caps, and `i`, an entry. */
  readonly fits: Fragment;
}

export function capsOf(sql: Runner, batch: readonly NewEntry[]): EntryCaps {
  const hasDrafts = batch.some(isDraft);
  const groups = groupByForm(batch);
  const firsts = groups.map(({ place }) => place);
  const together = groups.map(({ entries }) => capsFor(entries, hasDrafts));
  const alone = groups.map(({ entries }) => capsFor(entries.slice(0, 1), hasDrafts));
  const forms = sql`select * from unnest(${groups.map(({ form }) => form)}::text[], ${firsts}::int[],
    ${together.map(({ all }) => all)}::int[], ${alone.map(({ all }) => all)}::int[]`;
  if (!hasDrafts) {
    return {
      hasDrafts,
      forms: sql`${forms}) as f (form, first_place, cap_all, one_all)`,
      fits: sql`(l.current_all <= l.cap_all or (i.place = l.first_place and l.current_all <= l.one_all))`,
    };
  }
  return {
    hasDrafts,
    forms: sql`${forms}, ${together.map(({ saved }) => saved)}::int[], ${alone.map(({ saved }) => saved)}::int[],
      ${together.map(({ strangers }) => strangers)}::int[], ${alone.map(({ strangers }) => strangers)}::int[],
      ${together.map(({ bytes }) => String(bytes))}::text[], ${alone.map(({ bytes }) => String(bytes))}::text[])
      as f (form, first_place, cap_all, one_all, cap_saved, one_saved, cap_strangers, one_strangers, cap_bytes, one_bytes)`,
    fits: sql`((l.current_all <= l.cap_all and l.current_save <= l.cap_saved and l.stranger_drafts <= l.cap_strangers
        and l.stranger_draft_bytes <= l.cap_bytes::bigint)
      or (i.place = l.first_place and l.current_all <= l.one_all and l.current_save <= l.one_saved
        and l.stranger_drafts <= l.one_strangers and l.stranger_draft_bytes <= l.one_bytes::bigint))`,
  };
}

interface FormGroup {
  readonly form: string;
  /** Of its first entry in the batch, from 1. */
  readonly place: number;
  readonly entries: NewEntry[];
}

function groupByForm(batch: readonly NewEntry[]): FormGroup[] {
  const groups = new Map<string, FormGroup>();
  batch.forEach((entry, index) => {
    const group = groups.get(entry.form);
    if (group === undefined) groups.set(entry.form, { form: entry.form, place: index + 1, entries: [entry] });
    else group.entries.push(entry);
  });
  return [...groups.values()];
}

/** How high counters may be before all these entries are added. */
function capsFor(entries: readonly NewEntry[], hasDrafts: boolean) {
  const one = () => 1;
  const all = capFor(entries, one, ({ room }) => room.entries);
  if (!hasDrafts) return { all, saved: noCap, strangers: noCap, bytes: Number.MAX_SAFE_INTEGER };
  const drafts = entries.filter(isDraft);
  const strangers = drafts.filter(({ room }) => room.draftBytes > 0);
  const bytes = capFor(
    strangers,
    ({ room }) => room.draftBytes,
    ({ room }) => room.strangerDraftBytes,
  );
  return {
    all,
    saved: capFor(drafts, one, ({ room }) => room.drafts),
    strangers: capFor(strangers, one, ({ room }) => room.strangerDrafts),
    bytes: bytes === noCap ? Number.MAX_SAFE_INTEGER : bytes,
  };
}

type Read = (entry: NewEntry) => number;

function capFor(entries: readonly NewEntry[], sizeOf: Read, maxOf: Read): number {
  let [size, max] = [0, Number.POSITIVE_INFINITY];
  for (const entry of entries) {
    size += sizeOf(entry);
    if (maxOf(entry) > 0) max = Math.min(max, maxOf(entry));
  }
  return max === Number.POSITIVE_INFINITY ? noCap : max - size;
}

function isDraft({ status }: NewEntry): boolean {
  return status === savedStatus;
}

/** The counters as a batch found them, for an entry that was left out. */
export interface FoundCounters {
  readonly currentAll: number;
  readonly currentSave?: number;
  readonly strangerDrafts?: number;
  readonly strangerDraftBytes?: number;
}

/** The limit that leaves no room for the entry, even by itself. */
export function fullRoomFor({ room, status }: NewEntry, found: FoundCounters): FullRoom | undefined {
  const isFull = (max: number, after: number) => max > 0 && after > max;
  if (isFull(room.entries, found.currentAll + 1)) return 'form.entries';
  if (status !== savedStatus) return undefined;
  const { currentSave = 0, strangerDrafts = 0, strangerDraftBytes = 0 } = found;
  if (isFull(room.drafts, currentSave + 1)) return 'form.drafts';
  if (room.draftBytes === 0) return undefined;
  if (isFull(room.strangerDrafts, strangerDrafts + 1)) return 'form.strangerDrafts';
  if (isFull(room.strangerDraftBytes, strangerDraftBytes + room.draftBytes)) return 'form.strangerDraftBytes';
  return undefined;
}
