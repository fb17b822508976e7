// The text of the statement that makes new entries, for each shape that a batch may have (insert-statement.ts).
//
//   locked   the counters of the forms, and whether there is room: for all entries of a group, or for the first of them
//   sums     of what is made of each form; with idempotency keys, after those that are used have been left out
//   counted  the counters with that added; the numbers of the entries follow from it
//   inserted the entries

import { outboxText } from '../jobs/outbox.ts';
import { changeTimeText } from './change-times.ts';

/**
 * `alone` waits for the locks it needs; `together` leaves out what somebody else holds, so that entries of other forms do not wait for it.
 */
export type BatchMode = 'together' | 'alone';

/** What a batch holds decides about the parts of its statement. */
export interface InsertShape {
  readonly mode: BatchMode;
  /** Drafts, templates and the like beside what was submitted. */
  readonly hasOthers: boolean;
  readonly hasKeys: boolean;
  readonly hasExpected: boolean;
  readonly hasOwed: boolean;
}

/** SQL for what the statement is given. */
export interface InsertInput {
  /** Relations of the groups (`g`, with its place) and of the entries (`i`). */
  readonly groups: string;
  readonly rows: string;
  /** Only where there are keys, or owed emails. */
  readonly keysFrom: string;
  readonly owed: string;
}

export function insertText(shape: InsertShape, { groups, rows, keysFrom, owed }: InsertInput): string {
  return `with ${lockedPart(shape, groups)},
${shape.hasKeys ? keyedParts(shape, { rows, keysFrom }) : sumsPart(shape)},
${countedPart(shape)},
${insertedPart(shape, shape.hasKeys ? 'chosen i' : rows)}${shape.hasOwed ? `,\n${outboxText(owed, 'inserted')}` : ''}
select l.place::int as place, l.found_version as version, l.is_whole as "isWhole", l.is_first as "isFirst",
  n.idx_before as "idxBefore", n.submit_idx_before as "submitIdxBefore", n.changed_at as "changedAt",
  l.current_all as "currentAll"${shape.hasKeys ? ', n.ids' : ''}
  ${shape.hasOthers ? ', l.current_save as "currentSave", l.stranger_drafts as "strangerDrafts", l.stranger_draft_bytes as "strangerDraftBytes"' : ''}
  ${shape.hasExpected ? ', l.last_idx as "lastIdx", l.last_submit_idx as "lastSubmitIdx"' : ''}
from locked l left join counted n on n.place = l.place`;
}

function lockedPart({ mode, hasOthers, hasExpected }: InsertShape, groups: string): string {
  const isAsWanted = [
    'c.version = g.version',
    ...(hasExpected
      ? ['coalesce(g.want_idx = c.idx + 1, true)', 'coalesce(g.want_submit_idx = c.submit_idx + 1, true)']
      : []),
  ];
  const fits = (size: 'whole' | 'first') =>
    [
      ...isAsWanted,
      `c.current_all <= g.${size}_all`,
      ...(hasOthers
        ? [
            `c.current_save <= g.${size}_saved`,
            `c.stranger_drafts <= g.${size}_strangers`,
            `c.stranger_draft_bytes <= g.${size}_bytes::bigint`,
          ]
        : []),
    ].join(' and ');
  return `locked as (
  select g.*, c.version as found_version, c.current_all, ${fits('whole')} as is_whole, ${fits('first')} as is_first
    ${hasOthers ? ', c.current_save, c.stranger_drafts, c.stranger_draft_bytes' : ''}
    ${hasExpected ? ', c.idx as last_idx, c.submit_idx as last_submit_idx' : ''}
  from form_counters c join ${groups} on g.form = c.form order by c.form for update of c${mode === 'together' ? ' skip locked' : ''}
)`;
}

/** Of what is made of each form, where that is known without a look at the entries. */
function sumsPart({ hasOthers }: InsertShape): string {
  const ofFirst = {
    submitted: '(l.first_status = 2)::int',
    saved: '(l.first_status = 1)::int',
    templates: '(l.first_status = 4)::int',
    renders: '(l.first_status = 5)::int',
    strangers: '(l.first_draft_bytes > 0)::int',
    bytes: 'l.first_draft_bytes',
  };
  const others = Object.entries(ofFirst).map(
    ([name, one]) =>
      `, case when l.is_whole then l.${name}${name === 'bytes' ? '::bigint' : ''} else ${one} end as ${name}`,
  );
  return `sums as (
  select l.place, l.form, l.account, l.is_whole, case when l.is_whole then l.made else 1 end as made,
    case when l.is_whole then l.data_bytes::bigint else l.first_data_bytes end as data_bytes ${hasOthers ? others.join('') : ''}
  from locked l where l.is_first and (select count(*) from locked) > 0 -- All are locked before the first is written.
)`;
}

/** Which entries are made depends on their idempotency keys; only then are they numbered. */
function keyedParts({ hasOthers }: InsertShape, { rows, keysFrom }: { rows: string; keysFrom: string }): string {
  const submitN = hasOthers ? 'count(*) filter (where i.status = 2) over by_place' : 'row_number() over by_place';
  const count = (name: string, where: string) => `, (count(*) filter (where ${where}))::int as ${name}`;
  const others =
    count('submitted', 'i.status = 2') +
    count('saved', 'i.status = 1') +
    count('templates', 'i.status = 4') +
    count('renders', 'i.status = 5') +
    count('strangers', 'i.draft_bytes > 0') +
    ', sum(i.draft_bytes) as bytes';
  return `fitting as (
  select i.* from ${rows} join locked l on l.place = i.place where l.is_whole or (l.is_first and i.sent_n = 1)
),
keys as (
  insert into idempotency_keys (scope, key, request_hash, entry, create_time)
  select key_scope, key, hash, id, $1::timestamptz from fitting where key is not null order by key_scope, key
  on conflict (scope, key) do update set request_hash = excluded.request_hash, entry = excluded.entry,
    answer = null, create_time = excluded.create_time, owed_until = null
    where idempotency_keys.create_time < ${keysFrom}::timestamptz
  returning entry
),
chosen as (
  select i.*, row_number() over by_place as n, ${submitN} as submit_n
  from fitting i where i.key is null or i.id in (select entry from keys)
  window by_place as (partition by i.place order by i.sent_n)
),
sums as (
  select l.place, l.form, l.account, s.* from locked l join (
    select i.place as of_place, count(*)::int as made, sum(octet_length(i.data::text)) as data_bytes, string_agg(i.id, ' ') as ids ${hasOthers ? others : ''}
    from chosen i group by i.place
  ) s on s.of_place = l.place
)`;
}

function countedPart({ hasOthers, hasKeys }: InsertShape): string {
  const submits = hasOthers ? 's.submitted' : 's.made';
  const others = `count_save = c.count_save + s.saved, count_template = c.count_template + s.templates,
    count_render = c.count_render + s.renders, current_save = c.current_save + s.saved,
    current_template = c.current_template + s.templates, current_render = c.current_render + s.renders,
    stranger_drafts = c.stranger_drafts + s.strangers, stranger_draft_bytes = c.stranger_draft_bytes + s.bytes,`;
  return `counted as (
  update form_counters c set
    idx = c.idx + s.made, submit_idx = c.submit_idx + ${submits},
    count_all = c.count_all + s.made, count_submit = c.count_submit + ${submits},
    current_all = c.current_all + s.made, entry_bytes = c.entry_bytes + s.data_bytes, current_submit = c.current_submit + ${submits},
    ${hasOthers ? others : ''}
    changed_at = greatest(c.changed_at, $1::timestamptz)
  from sums s where c.form = s.form
  returning s.place, s.form, s.account, ${hasKeys ? 's.ids' : 's.is_whole'}, c.idx - s.made as idx_before,
    c.submit_idx - ${submits} as submit_idx_before, ${changeTimeText('s.account', '$1::timestamptz')} as changed_at
)`;
}

function insertedPart({ hasOthers, hasKeys, hasOwed }: InsertShape, rows: string): string {
  const ifSubmitted = (value: string, otherwise: string) =>
    hasOthers ? `case when i.status = 2 then ${value} else ${otherwise} end` : value;
  const submitN = hasOthers || hasKeys ? 'i.submit_n' : 'i.n';
  return `inserted as (
  insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
    create_time, modify_time, changed_at, submit_time, bewit_generation ${hasOthers ? ', draft_bytes' : ''})
  select i.id, n.account, n.form, ${hasOthers ? 'i.status' : '2'}, n.idx_before + i.n,
    ${ifSubmitted(`n.submit_idx_before + ${submitN}`, 'null')}, i.data, i.actions, '[]', i.renders,
    $1::timestamptz, $1::timestamptz, n.changed_at, ${ifSubmitted('$1::timestamptz', 'null')}, ${ifSubmitted('1', '0')}
    ${hasOthers ? ', i.draft_bytes' : ''}
  from ${rows} join counted n on n.place = i.place ${hasKeys ? '' : 'and (n.is_whole or i.n = 1)'}
  ${hasOwed ? 'returning id' : ''}
)`;
}
