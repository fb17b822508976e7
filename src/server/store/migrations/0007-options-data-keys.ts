// Which keys the data of a set's options have, the first fifty: known when options are written, so that nobody reads a
// million options to tell.
export const optionsDataKeys = {
  number: 7,
  name: 'options-data-keys',
  sql: `
alter table options_sets add column data_keys json not null default '[]';

update options_sets s set data_keys = coalesce((
  select json_agg(k.key order by k.first, k.key) from (
    select key, min(p.position) as first
    from options_pieces p, json_array_elements(p.options) as o,
      json_object_keys(case when json_typeof(o -> 'data') = 'object' then o -> 'data' else '{}'::json end) as key
    where p.set_id = s.id and p.generation = s.generation and p.position <= s.last_position and length(key) <= 200
    group by key order by first, key limit 50) as k), '[]')
where option_count > 0;
`,
};
