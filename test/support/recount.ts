// Counters of forms compared with what can be counted in the table: after any storm, nothing is left over.
import type { Runner } from '../../src/server/store/connection/db.ts';

/** Every counter or number that does not agree with the entries; an empty list when all do. */
export async function findMiscounts(sql: Runner): Promise<object[]> {
  const rows = await sql<{ counter: string; form: string }[]>`
    with counted as (
      select c.form,
        count(e.id) filter (where e.status <> 3) as current_all,
        count(e.id) filter (where e.status = 2) as current_submit,
        count(e.id) filter (where e.status = 1) as current_save,
        count(e.id) filter (where e.status = 4) as current_template,
        count(e.id) filter (where e.status = 5) as current_render,
        count(e.id) filter (where e.status = 3) as count_delete,
        count(e.id) as count_all,
        count(e.submit_idx) as submit_idx,
        count(e.id) filter (where e.draft_bytes > 0 and e.status in (0, 1)) as stranger_drafts,
        coalesce(sum(e.draft_bytes), 0) as stranger_draft_bytes
      from form_counters c left join entries e on e.form = c.form group by c.form
    ),
    compared as (
      select c.form, v.counter, v.stored, v.found
      from form_counters c join counted n on n.form = c.form cross join lateral (values
        ('current all', c.current_all, n.current_all), ('current submit', c.current_submit, n.current_submit),
        ('current save', c.current_save, n.current_save), ('current template', c.current_template, n.current_template),
        ('current render', c.current_render, n.current_render), ('count delete', c.count_delete, n.count_delete),
        ('count all', c.count_all, n.count_all), ('idx', c.idx, n.count_all), ('submit_idx', c.submit_idx, n.submit_idx),
        ('stranger drafts', c.stranger_drafts, n.stranger_drafts),
        ('stranger draft bytes', c.stranger_draft_bytes, n.stranger_draft_bytes)
      ) as v (counter, stored, found)
    ),
    actions as (
      select e.form, a.action ->> 'type' as type, count(*) as found
      from entries e cross join lateral json_array_elements(e.actions) as a (action) group by 1, 2
    ),
    compared_actions as (
      select c.form, v.counter, v.stored, coalesce(a.found, 0) as found
      from form_counters c cross join lateral (values
        ('submit', c.count_submit), ('save', c.count_save), ('delete', c.count_delete), ('template', c.count_template)
      ) as v (counter, stored) left join actions a on a.form = c.form and a.type = v.counter
    )
    select * from compared where stored <> found
    union all select * from compared_actions where stored <> found
    union all select form, 'gap or repeat in idx', max(idx), count(distinct idx) from entries group by form
      having max(idx) <> count(*) or min(idx) <> 1 or count(distinct idx) <> count(*)
    union all select form, 'gap or repeat in submitIdx', max(submit_idx), count(distinct submit_idx) from entries
      group by form having max(submit_idx) <> count(submit_idx) or min(submit_idx) <> 1
        or count(distinct submit_idx) <> count(submit_idx)`;
  return [...rows];
}
