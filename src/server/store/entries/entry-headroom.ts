// Whether the new entries of a batch fit into their forms, with as little work as can be for the statement that writes them: a
// number per form says how high its counters may be for all of its entries to fit. A form that is too full for that takes the first
// of its entries, if that fits by itself; the others come again in a later batch. So each batch gets on, and none goes too far.
import type { OwedEmails } from '../jobs/outbox.ts';

/** What the form and its account may hold once the entry is there; 0 means no limit. */
export interface EntryRoom {
  readonly entries: number;
  /** Saved drafts. */
  readonly drafts: number;
  /** Drafts that strangers made, and their bytes. */
  readonly strangerDrafts: number;
  readonly strangerDraftBytes: number;
  /** Of the data of a stranger's draft; 0 for every other entry. */
  readonly draftBytes: number;
  /** Of the whole account; only where somebody set a limit, because then its submits wait for each other. */
  readonly account: { readonly entries: number; readonly drafts: number } | undefined;
}

export interface NewEntry {
  readonly id: string;
  readonly account: string;
  readonly form: string;
  /** The version of the form that the data was checked against. */
  readonly version: number;
  readonly status: number;
  readonly data: string;
  readonly dataBytes: number;
  readonly actions: string;
  readonly archivedRenders: string;
  readonly idempotency: { readonly scope: string; readonly key: string; readonly requestHash: string } | undefined;
  readonly room: EntryRoom;
  readonly owed?: OwedEmails | undefined;
  /** The numbers it must get. All entries of a batch have some, or none; then there is one of each form. */
  readonly expected?: { readonly idx?: number; readonly submitIdx?: number } | undefined;
}

export type FullRoom =
  | 'entries'
  | 'drafts'
  | 'form.entries'
  | 'form.drafts'
  | 'form.strangerDrafts'
  | 'form.strangerDraftBytes';

const savedStatus = 1;
const noCap = 2_147_483_647;

/** Entries of a batch that were checked against the same version of a form: all of them are made, or the first, or none. */
export interface EntryGroup {
  readonly form: string;
  readonly account: string;
  readonly version: number;
  readonly entries: NewEntry[];
}

export function groupEntries(batch: readonly NewEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  const known = new Map<string, EntryGroup>();
  for (const entry of batch) {
    const { form, account, version } = entry;
    const name = `${form} ${version}`;
    const group = known.get(name);
    if (group !== undefined) group.entries.push(entry);
    else {
      const first = { form, account, version, entries: [entry] };
      known.set(name, first);
      groups.push(first);
    }
  }
  return groups;
}

export interface Caps {
  readonly all: number;
  readonly saved: number;
  readonly strangers: number;
  readonly bytes: number;
}

/** How high counters may be before all these entries are added. */
export function capsFor(entries: readonly NewEntry[]): Caps {
  const one = () => 1;
  const all = capFor(entries, one, ({ room }) => room.entries);
  const drafts = entries.filter(({ status }) => status === savedStatus);
  if (drafts.length === 0) return { all, saved: noCap, strangers: noCap, bytes: Number.MAX_SAFE_INTEGER };
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
