// The statement of insert-entries.ts. It dominates the cost of a submit, so its text is made once for each shape of batch and
// prepared, what is known beforehand (how many there are of a form, each one's place) is not counted by the database, and one
// row comes back for all entries of a form.
//
// Everything is decided under the row lock of form_counters, taken in the order of form ids and, as everywhere, before any lock of
// an entry, so that no two writers wait for each other: the version that was checked against, the numbers, the counts.

import type { PreparedStatement } from '../connection/sql.ts';
import { type Caps, capsFor, type EntryGroup, type NewEntry } from './entry-headroom.ts';
import { type BatchMode, type InsertShape, insertText } from './insert-text.ts';

interface Batch {
  readonly batch: readonly NewEntry[];
  readonly groups: readonly EntryGroup[];
  readonly times: { readonly time: string; readonly keysFrom: string };
  readonly mode: BatchMode;
}

export function insertStatement(input: Batch): PreparedStatement {
  const { batch, mode } = input;
  let [hasOthers, hasKeys, hasExpected, hasOwed] = [false, false, false, false];
  for (const { status, idempotency, expected, owed } of batch) {
    hasOthers ||= status !== submitted;
    hasKeys ||= idempotency !== undefined;
    hasExpected ||= expected !== undefined;
    hasOwed ||= owed !== undefined;
  }
  const { text, groupColumns, rowColumns } = statementFor({ mode, hasOthers, hasKeys, hasExpected, hasOwed });
  const groups = input.groups.map((group) => groupFacts(group, hasOthers));
  const rows = input.groups.flatMap(rowsOf);
  const parameters = [
    input.times.time,
    ...groupColumns.map(({ read }) => groups.map(read)),
    ...rowColumns.map(({ type, read }) => (type === 'json' ? joinJsons(rows.map(read) as string[]) : rows.map(read))),
  ];
  if (hasKeys) parameters.push(input.times.keysFrom);
  if (hasOwed) parameters.push(JSON.stringify(batch.flatMap(({ owed }) => owed ?? [])));
  return { text, parameters };
}

const submitted = 2;

interface GroupFacts {
  readonly group: EntryGroup;
  readonly whole: Caps;
  readonly first: Caps;
  readonly count: Counts;
}

/** By status, for the counters; and of those that are strangers' drafts. */
interface Counts {
  readonly submitted: number;
  readonly saved: number;
  readonly templates: number;
  readonly renders: number;
  readonly strangers: number;
  readonly bytes: number;
}

function groupFacts(group: EntryGroup, hasOthers: boolean): GroupFacts {
  const { entries } = group;
  const whole = capsFor(entries);
  const first = entries.length === 1 ? whole : capsFor(entries.slice(0, 1));
  return { group, whole, first, count: hasOthers ? countEntries(entries) : noCounts };
}

const noCounts: Counts = { submitted: 0, saved: 0, templates: 0, renders: 0, strangers: 0, bytes: 0 };

function countEntries(entries: readonly NewEntry[]): Counts {
  const count = { ...noCounts } as { -readonly [Name in keyof Counts]: number };
  for (const { status, room } of entries) {
    if (status === submitted) count.submitted += 1;
    if (status === 1) count.saved += 1;
    if (status === 4) count.templates += 1;
    if (status === 5) count.renders += 1;
    if (room.draftBytes > 0) count.strangers += 1;
    count.bytes += room.draftBytes;
  }
  return count;
}

interface Row {
  readonly entry: NewEntry;
  /** Place of its group, from 1. */
  readonly place: number;
  /** Its own in the group, and its own among those that are submitted. */
  readonly n: number;
  readonly submitN: number;
}

function rowsOf({ entries }: EntryGroup, index: number): Row[] {
  let submitN = 0;
  return entries.map((entry, before) => {
    if (entry.status === submitted) submitN += 1;
    return { entry, place: index + 1, n: before + 1, submitN };
  });
}

interface Column<Item> {
  readonly name: string;
  readonly type: 'text' | 'int' | 'json';
  readonly read: (item: Item) => string | number | null;
}

interface Statement {
  readonly text: string;
  readonly groupColumns: readonly Column<GroupFacts>[];
  readonly rowColumns: readonly Column<Row>[];
}

const statements = new Map<string, Statement>();

function statementFor(shape: InsertShape): Statement {
  const key = `${shape.mode} ${shape.hasOthers} ${shape.hasKeys} ${shape.hasExpected} ${shape.hasOwed}`;
  const known = statements.get(key);
  if (known !== undefined) return known;
  const statement = writeStatement(shape);
  statements.set(key, statement);
  return statement;
}

function writeStatement(shape: InsertShape): Statement {
  const groupColumns = listGroupColumns(shape);
  const rowColumns = listRowColumns(shape);
  let last = 1;
  const next = () => {
    last += 1;
    return `$${last}`;
  };
  const unnest = (columns: readonly Column<never>[]) =>
    `unnest(${columns.map(({ type }) => readArray(next(), type)).join(', ')})`;
  const names = (columns: readonly Column<never>[]) => columns.map(({ name }) => name).join(', ');
  const text = insertText(shape, {
    groups: `${unnest(groupColumns)} with ordinality as g (${names(groupColumns)}, place)`,
    rows: `${unnest(rowColumns)} as i (${names(rowColumns)})`,
    keysFrom: shape.hasKeys ? next() : '',
    owed: shape.hasOwed ? next() : '',
  });
  return { text, groupColumns, rowColumns };
}

function listGroupColumns({ hasOthers, hasExpected }: InsertShape): Column<GroupFacts>[] {
  const int = (name: string, read: Column<GroupFacts>['read']) => ({ name, type: 'int', read }) as const;
  const text = (name: string, read: Column<GroupFacts>['read']) => ({ name, type: 'text', read }) as const;
  const columns: Column<GroupFacts>[] = [
    text('form', ({ group }) => group.form),
    text('account', ({ group }) => group.account),
    int('version', ({ group }) => group.version),
    int('made', ({ group }) => group.entries.length),
    int('whole_all', ({ whole }) => whole.all),
    int('first_all', ({ first }) => first.all),
    text('data_bytes', ({ group }) => String(group.entries.reduce((sum, entry) => sum + entry.dataBytes, 0))),
    int('first_data_bytes', ({ group }) => group.entries[0]?.dataBytes ?? null),
  ];
  if (hasOthers) {
    columns.push(
      int('submitted', ({ count }) => count.submitted),
      int('saved', ({ count }) => count.saved),
      int('templates', ({ count }) => count.templates),
      int('renders', ({ count }) => count.renders),
      int('strangers', ({ count }) => count.strangers),
      text('bytes', ({ count }) => String(count.bytes)),
      int('first_status', ({ group }) => group.entries[0]?.status ?? null),
      int('first_draft_bytes', ({ group }) => group.entries[0]?.room.draftBytes ?? null),
      int('whole_saved', ({ whole }) => whole.saved),
      int('first_saved', ({ first }) => first.saved),
      int('whole_strangers', ({ whole }) => whole.strangers),
      int('first_strangers', ({ first }) => first.strangers),
      text('whole_bytes', ({ whole }) => String(whole.bytes)),
      text('first_bytes', ({ first }) => String(first.bytes)),
    );
  }
  if (hasExpected) {
    // One of each form.
    columns.push(
      int('want_idx', ({ group }) => group.entries[0]?.expected?.idx ?? null),
      int('want_submit_idx', ({ group }) => group.entries[0]?.expected?.submitIdx ?? null),
    );
  }
  return columns;
}

function listRowColumns({ hasOthers, hasKeys }: InsertShape): Column<Row>[] {
  const columns: Column<Row>[] = [
    { name: 'place', type: 'int', read: ({ place }) => place },
    { name: hasKeys ? 'sent_n' : 'n', type: 'int', read: ({ n }) => n },
    { name: 'id', type: 'text', read: ({ entry }) => entry.id },
    { name: 'data', type: 'json', read: ({ entry }) => entry.data },
    { name: 'actions', type: 'json', read: ({ entry }) => entry.actions },
    { name: 'renders', type: 'json', read: ({ entry }) => entry.archivedRenders },
  ];
  if (hasOthers) {
    columns.push(
      { name: 'status', type: 'int', read: ({ entry }) => entry.status },
      { name: 'draft_bytes', type: 'int', read: ({ entry }) => entry.room.draftBytes },
    );
    if (!hasKeys) columns.push({ name: 'submit_n', type: 'int', read: ({ submitN }) => submitN });
  }
  if (hasKeys) {
    columns.push(
      { name: 'key_scope', type: 'text', read: ({ entry }) => entry.idempotency?.scope ?? null },
      { name: 'key', type: 'text', read: ({ entry }) => entry.idempotency?.key ?? null },
      { name: 'hash', type: 'text', read: ({ entry }) => entry.idempotency?.requestHash ?? null },
    );
  }
  return columns;
}

/** SQL: the array that a parameter holds. */
function readArray(parameter: string, type: Column<never>['type']): string {
  return type === 'json' ? `string_to_array(${parameter}, ${jsonSeparator})::json[]` : `${parameter}::${type}[]`;
}

/** SQL. */
export const jsonSeparator = `E'\\x1e'`;

/**
 * JSON texts as one text. JSON has no control character outside its escapes, so one parts the texts; an array literal
 * would escape every quotation mark, which costs more than all else that is done for a row here.
 */
export function joinJsons(texts: readonly string[]): string {
  return texts.join('\u001e');
}
