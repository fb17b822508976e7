-- Statements of Formstead that are put together from pieces, as the server gets them: of each one the variants that differ.
-- Those that always have one text stand in src/server/store as they are. Written by a test: do not edit.

-- entries/list-entries.ts listEntries: of an account
select concat_ws('|', e.id, e.account, e.form, e.status, e.idx, coalesce(e.submit_idx::text, ''),
    e.revision, e.bewit_generation, e.create_time, e.modify_time, e.changed_at, coalesce(e.submit_time::text, ''),
    coalesce(e.deleted_at::text, '')) as packed,
  e.data, e.actions, e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name from entries e  where e.account = $1
    and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
    order by e.id asc limit $3;

-- entries/list-entries.ts listEntries: of a form, after an entry
select concat_ws('|', e.id, e.account, e.form, e.status, e.idx, coalesce(e.submit_idx::text, ''),
    e.revision, e.bewit_generation, e.create_time, e.modify_time, e.changed_at, coalesce(e.submit_time::text, ''),
    coalesce(e.deleted_at::text, '')) as packed,
  e.data, e.actions, e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name from entries e  where e.account = $1
    and e.id > $2
    and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $3)))
     and e.form = $4::text
    order by e.id asc limit $5;

-- entries/list-entries.ts listEntries: newest first
select concat_ws('|', e.id, e.account, e.form, e.status, e.idx, coalesce(e.submit_idx::text, ''),
    e.revision, e.bewit_generation, e.create_time, e.modify_time, e.changed_at, coalesce(e.submit_time::text, ''),
    coalesce(e.deleted_at::text, '')) as packed,
  e.data, e.actions, e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name from entries e  where e.account = $1
    and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
     and e.form = $3::text
    order by e.id desc limit $4;

-- entries/list-entries.ts listEntries: drafts of a form
select concat_ws('|', e.id, e.account, e.form, e.status, e.idx, coalesce(e.submit_idx::text, ''),
    e.revision, e.bewit_generation, e.create_time, e.modify_time, e.changed_at, coalesce(e.submit_time::text, ''),
    coalesce(e.deleted_at::text, '')) as packed,
  e.data, e.actions, e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name from entries e
      where e.id in (select id from ((select e.id from entries e where e.account = $1
    and e.status in (0) and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
     and e.form = $3::text
     order by e.id asc limit $4) union all (select e.id from entries e where e.account = $5
    and e.status in (1) and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $6)))
     and e.form = $7::text
     order by e.id asc limit $8)) as found order by id asc limit $9)
      order by e.id asc;

-- entries/list-entries.ts listEntries: with markers, few have changed
select count(*) as count from (
  select 1 from entries e where e.account = $1  and e.changed_at >= $2::timestamptz
     limit $3) as changed;

-- entries/list-entries.ts listEntries: with markers, few have changed
with found as materialized (select e.id from entries e where e.account = $1
    and true and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
     and e.changed_at >= $3::timestamptz
    )
      select concat_ws('|', e.id, e.account, e.form, e.status, e.idx, coalesce(e.submit_idx::text, ''),
    e.revision, e.bewit_generation, e.create_time, e.modify_time, e.changed_at, coalesce(e.submit_time::text, ''),
    coalesce(e.deleted_at::text, '')) as packed,
  e.data, e.actions, e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name from entries e  where e.id in (select id from found order by id asc limit $4)
      order by e.id asc;

-- entries/list-entries.ts listEntries: with markers, many have changed
select count(*) as count from (
  select 1 from entries e where e.account = $1  and e.changed_at >= $2::timestamptz
     limit $3) as changed;

-- entries/list-entries.ts listEntries: with markers, many have changed
select concat_ws('|', e.id, e.account, e.form, e.status, e.idx, coalesce(e.submit_idx::text, ''),
    e.revision, e.bewit_generation, e.create_time, e.modify_time, e.changed_at, coalesce(e.submit_time::text, ''),
    coalesce(e.deleted_at::text, '')) as packed,
  e.data, e.actions, e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name from entries e  where e.account = $1
    and true and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
     and e.changed_at >= $3::timestamptz
    order by e.id asc limit $4;

-- entries/list-entries.ts listEntries: every condition
select concat_ws('|', e.id, e.account, e.form, e.status, e.idx, coalesce(e.submit_idx::text, ''),
    e.revision, e.bewit_generation, e.create_time, e.modify_time, e.changed_at, coalesce(e.submit_time::text, ''),
    coalesce(e.deleted_at::text, '')) as packed,
  e.data, e.actions, e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name from entries e  where e.account = $1
    and (e.status in (2) or e.status = 1 and e.bewit_generation > 0) and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
     and e.form <> $3::text and e.form = any($4::text[]) and not (e.form = any($5::text[]))
     and e.id > $6::text and e.id <= $7::text
     and e.modify_time > $8::timestamptz
     and e.create_time >= $9::timestamptz and e.create_time < $10::timestamptz
     and e.submit_time <= $11::timestamptz
    order by e.id asc limit $12;

-- entries/list-entries.ts listEntrySizes
select e.id, ((case when pg_column_compression(e.data) is null then pg_column_size(e.data)
  else octet_length(e.data::text) end) + (case when pg_column_compression(e.actions) is null then pg_column_size(e.actions)
  else octet_length(e.actions::text) end) + (case when pg_column_compression(e.sent_emails) is null then pg_column_size(e.sent_emails)
  else octet_length(e.sent_emails::text) end) + (case when pg_column_compression(e.archived_renders) is null then pg_column_size(e.archived_renders)
  else octet_length(e.archived_renders::text) end)) as bytes from entries e  where e.account = $1
  and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
   and e.form = $3::text
  order by e.id asc limit $4;

-- entries/list-entries.ts listLightEntries
select concat_ws('|', e.id, e.account, e.form, e.status, e.idx, coalesce(e.submit_idx::text, ''),
    e.revision, e.bewit_generation, e.create_time, e.modify_time, e.changed_at, coalesce(e.submit_time::text, ''),
    coalesce(e.deleted_at::text, '')) as packed, t.bytes, case when t.bytes <= 4096 then e.data end as data, case when t.bytes <= 4096 then e.actions end as actions,
  case when t.bytes <= 4096 then e.sent_emails end as "sentEmails", case when t.bytes <= 4096 then e.archived_renders end as "archivedRenders", e.name from entries e cross join lateral (select ((case when pg_column_compression(e.data) is null then pg_column_size(e.data)
    else octet_length(e.data::text) end) + (case when pg_column_compression(e.actions) is null then pg_column_size(e.actions)
    else octet_length(e.actions::text) end) + (case when pg_column_compression(e.sent_emails) is null then pg_column_size(e.sent_emails)
    else octet_length(e.sent_emails::text) end) + (case when pg_column_compression(e.archived_renders) is null then pg_column_size(e.archived_renders)
    else octet_length(e.archived_renders::text) end)) as bytes offset 0) as t where e.account = $1
    and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
     and e.form = $3::text
    order by e.id asc limit $4;

-- entries/list-entry-texts.ts listEntryTexts
select case when e.status = 3 then '{"_id":"' || e.id || '","deletedAt":"' || to_char(e.deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'
    when e.status in (2, 4, 5) and t.bytes <= 4096 then concat('{"_id":"' || e.id || '","data":', e.data, '}')
    else e.id || ' ' || t.bytes end as text from entries e cross join lateral (select to_char(e.create_time, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created, ((case when pg_column_compression(e.data) is null then pg_column_size(e.data)
  else octet_length(e.data::text) end) + (case when pg_column_compression(e.actions) is null then pg_column_size(e.actions)
  else octet_length(e.actions::text) end) + (case when pg_column_compression(e.sent_emails) is null then pg_column_size(e.sent_emails)
  else octet_length(e.sent_emails::text) end) + (case when pg_column_compression(e.archived_renders) is null then pg_column_size(e.archived_renders)
  else octet_length(e.archived_renders::text) end)) as bytes offset 0) as t where e.account = $1
  and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
   and e.form = $3::text
  order by e.id asc limit $4;

-- entries/list-entries.ts findEntriesToDelete
select e.id, e.form, ((case when pg_column_compression(e.data) is null then pg_column_size(e.data)
  else octet_length(e.data::text) end) + (case when pg_column_compression(e.actions) is null then pg_column_size(e.actions)
  else octet_length(e.actions::text) end) + (case when pg_column_compression(e.sent_emails) is null then pg_column_size(e.sent_emails)
  else octet_length(e.sent_emails::text) end) + (case when pg_column_compression(e.archived_renders) is null then pg_column_size(e.archived_renders)
  else octet_length(e.archived_renders::text) end)) as bytes
  from entries e where e.account = $1
  and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
   and e.form = $3::text
   order by e.id limit $4;

-- entries/list-entries.ts lockEntriesToDelete
select e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt" from entries e
    where e.account = $1
    and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
     and e.form = $3::text
     and e.id = any($4::text[]) order by e.id for update;

-- entries/list-entries.ts markDeleted
with mark as materialized (select (select greatest(writer.at,
  (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
      then interval '1 millisecond' else interval '0' end
    from entries later
    where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
  (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
      then interval '1 millisecond' else interval '0' end
    from entry_markers gone
    where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $1::timestamptz as at, $2 as account) writer) as time)
  update entries e set status = 3, revision = e.revision + 1,
    deleted_at = greatest(e.changed_at, m.time), changed_at = greatest(e.changed_at, m.time),
    modify_time = greatest(e.modify_time, $3::timestamptz),
    actions = (left(e.actions::text, -1) || ',' || case when e.changed_at <= $4::timestamptz then d.action::text
  else replace(d.action::text, $5, '"time":"' || to_char(
    greatest($6::timestamptz, (e.actions -> -1 ->> 'time')::timestamptz) at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"') end || ']')::json
  from mark m, unnest($7::text[], $8::json[]) as d (id, action)
  where e.id = d.id;

-- entries/list-markers.ts listMarkers: few
with page as materialized (with few as materialized (select m.id, m.deleted_at from entry_markers m where m.account = $1
   and m.form = $2::text
  )
      select id, deleted_at from few order by id limit $3),
    same as materialized (select case when min(deleted_at) = max(deleted_at) then to_char(min(deleted_at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as time
      from page)
  select coalesce(
      '{"_id":"' || string_agg(m.id, (select '","deletedAt":"' || time || '"},{"_id":"' from same))
        filter (where (select time from same) is not null) || '","deletedAt":"' || (select time from same) || '"}',
      string_agg('{"_id":"' || m.id || '","deletedAt":"' || to_char(m.deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}', ',')
        filter (where (select time from same) is null)) as text,
    count(*) as count, max(m.id) as last
  from page as m;

-- entries/list-markers.ts listMarkers: many
with page as materialized (select m.id, m.deleted_at from entry_markers m where m.account = $1
   and m.form = $2::text
   order by m.id limit $3),
    same as materialized (select case when min(deleted_at) = max(deleted_at) then to_char(min(deleted_at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as time
      from page)
  select coalesce(
      '{"_id":"' || string_agg(m.id, (select '","deletedAt":"' || time || '"},{"_id":"' from same))
        filter (where (select time from same) is not null) || '","deletedAt":"' || (select time from same) || '"}',
      string_agg('{"_id":"' || m.id || '","deletedAt":"' || to_char(m.deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}', ',')
        filter (where (select time from same) is null)) as text,
    count(*) as count, max(m.id) as last
  from page as m;

-- entries/list-markers.ts areFewMarkers
select count(*) as count from (select 1 from entry_markers m
  where m.account = $1  and m.deleted_at >= $2::timestamptz
  limit $3) as changed;

-- entries/count-entries.ts countEntries: by the counters
select coalesce(sum(0 + c.current_all - c.current_submit - c.current_save - c.current_template - c.current_render + c.current_save + c.current_submit + c.current_template + c.current_render), 0)::bigint as count
  from forms f join form_counters c on c.form = f.id
  where f.account = $1  and f.id = $2::text;

-- entries/count-entries.ts countEntries: one by one
select count(*) as count from entries e where e.account = $1
  and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
   and e.create_time >= $3::timestamptz;

-- entries/find-skip-position.ts findSkipPosition: by the counters
select coalesce(sum(0 + c.current_all - c.current_submit - c.current_save - c.current_template - c.current_render + c.current_save + c.current_submit + c.current_template + c.current_render), 0)::bigint as count
  from forms f join form_counters c on c.form = f.id
  where f.account = $1  and f.id = $2::text;

-- entries/find-skip-position.ts findSkipPosition: by the counters
with recursive walk (id, missing) as (
    select $1::text collate "C", $2::bigint
    union all
    select p.id, (select count(*) from entries e where e.account = $3 and e.form = $4
        and e.status <> 2 and e.status in (3)
        and e.id > w.id and e.id <= p.id)
    from walk w cross join lateral (select e.id from entries e
        where e.account = $5 and e.form = $6 and e.id > w.id
        order by e.id asc limit 1 offset w.missing - 1) as p
    where w.missing > 0)
  select w.id, (select coalesce(sum(0 + c.current_all - c.current_submit - c.current_save - c.current_template - c.current_render + c.current_save + c.current_submit + c.current_template + c.current_render), 0)::bigint as count
  from forms f join form_counters c on c.form = f.id
  where f.account = $7  and f.id = $8::text) as total from walk w where w.missing = 0;

-- entries/find-skip-position.ts findSkipPosition: submitted entries
select coalesce(sum(0 + c.current_submit), 0)::bigint as count
  from forms f join form_counters c on c.form = f.id
  where f.account = $1  and f.id = $2::text;

-- entries/find-skip-position.ts findSkipPosition: submitted entries
with recursive walk (id, missing) as (
    select $1::text collate "C", $2::bigint
    union all
    select p.id, (select count(*) from entries e where e.account = $3 and e.form = $4
        and e.status <> 2 and e.status in (0, 1, 3, 4, 5)
        and e.id > w.id and e.id <= p.id)
    from walk w cross join lateral (select e.id from entries e
        where e.account = $5 and e.form = $6 and e.id > w.id
        order by e.id asc limit 1 offset w.missing - 1) as p
    where w.missing > 0)
  select w.id, (select coalesce(sum(0 + c.current_submit), 0)::bigint as count
  from forms f join form_counters c on c.form = f.id
  where f.account = $7  and f.id = $8::text) as total from walk w where w.missing = 0;

-- entries/find-skip-position.ts findSkipPosition: one by one
select e.id from entries e
  where e.account = $1
  and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
   and e.create_time >= $3::timestamptz
  order by e.id asc limit 2 offset $4;

-- entries/export-entries.ts listExportRows
select '[' || string_agg('[' || concat_ws(',', '"' || e.id || '"', 'null', 'null', e.idx, 'null', 'null', 'null', 'null', 'null', 'null', e.data, 'null') || ']', ',') || ']' as rows, sum(e.bytes) as bytes
  from (select e.*, sum(e.bytes) over (order by e.id asc rows unbounded preceding) - e.bytes as before
    from (select e.*, (case when pg_column_compression(e.data) is null then pg_column_size(e.data)
  else octet_length(e.data::text) end) as bytes from entries e where e.account = $1
  and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
   and e.form = $3::text
      order by e.id asc limit $4) as e) as e
  where e.before < $5;

-- entries/insight-rows.ts listInsightRows: all
select count(*) as rows, max(e.id) as last, sum(e.bytes) as bytes, '[' || string_agg('[' || (extract(epoch from e.time) * 1000)::bigint || ',' || e.data::text
    || ']', ',') || ']' as json
  from (select e.*, sum(e.bytes) over (order by e.id rows unbounded preceding) - e.bytes as before
    from (select e.id, coalesce(e.submit_time, e.create_time) as time, e.data, (case when pg_column_compression(e.data) is null then pg_column_size(e.data)
  else octet_length(e.data::text) end) as bytes from entries e
    where e.account = $1 and e.form = $2
      and e.status in (2)
    order by e.id limit $3) as e) as e
  where e.before < $4;

-- entries/insight-rows.ts listInsightRows: every condition
select count(*) as rows, max(e.id) as last, sum(e.bytes) as bytes, '[' || string_agg('[' || (extract(epoch from e.time) * 1000)::bigint || ',' || e.data::text
    || ']', ',') || ']' as json
  from (select e.*, sum(e.bytes) over (order by e.id rows unbounded preceding) - e.bytes as before
    from (select e.id, coalesce(e.submit_time, e.create_time) as time, e.data, (case when pg_column_compression(e.data) is null then pg_column_size(e.data)
  else octet_length(e.data::text) end) as bytes from entries e
    where e.account = $1 and e.form = $2
      and e.status in (2)
      and e.id = any($3::text[])
      and e.id > $4
      and coalesce(e.submit_time, e.create_time) >= $5::timestamptz
      and coalesce(e.submit_time, e.create_time) < $6::timestamptz
    order by e.id limit $7) as e) as e
  where e.before < $8;

-- entries/search-rows.ts listSearchRows: all
select sum(e.bytes) as bytes, '[' || string_agg('["' || e.id || '",' || concat_ws(',', e.status, e.idx, coalesce(e.submit_idx::text, 'null'), e.revision,
  coalesce(to_json(e.name)::text, 'null'), coalesce((extract(epoch from e.create_time) * 1000)::bigint::text, 'null'), coalesce((extract(epoch from e.modify_time) * 1000)::bigint::text, 'null'), coalesce((extract(epoch from e.changed_at) * 1000)::bigint::text, 'null'), coalesce((extract(epoch from e.submit_time) * 1000)::bigint::text, 'null'),
  e.bytes, e.data::text) || ']', ',') || ']' as rows
    from (select e.*, sum(e.bytes) over (order by e.id desc rows unbounded preceding) - e.bytes as before
      from (select e.*, (case when pg_column_compression(e.data) is null then pg_column_size(e.data)
    else octet_length(e.data::text) end) as bytes from entries e where e.account = $1
    and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
     and e.form = $3::text
        order by e.id desc limit $4) as e) as e
    where e.before < $5;

-- entries/search-rows.ts listSearchRows: a run, with notes of the team
select sum(e.bytes) as bytes, '[' || string_agg('["' || e.id || '",' || concat_ws(',', e.status, e.idx, coalesce(e.submit_idx::text, 'null'), e.revision,
  coalesce(to_json(e.name)::text, 'null'), coalesce((extract(epoch from e.create_time) * 1000)::bigint::text, 'null'), coalesce((extract(epoch from e.modify_time) * 1000)::bigint::text, 'null'), coalesce((extract(epoch from e.changed_at) * 1000)::bigint::text, 'null'), coalesce((extract(epoch from e.submit_time) * 1000)::bigint::text, 'null'),
  e.bytes, e.data::text, coalesce((select json_build_array(t.status, t.assignee, t.tags)::text from entry_team t where t.entry = e.id), 'null')) || ']', ',') || ']' as rows
    from (select e.*, sum(e.bytes) over (order by e.id desc rows unbounded preceding) - e.bytes as before
      from (select e.*, (case when pg_column_compression(e.data) is null then pg_column_size(e.data)
    else octet_length(e.data::text) end) as bytes from entries e where e.account = $1
    and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $2)))
     and e.form = $3::text
    and e.id > $4 and e.id <= $5
    and e.id = any($6::text[])
        order by e.id desc limit $7) as e) as e
    where e.before < $8;

-- entries/search-rows.ts listRowsOfRuns
select '[' || string_agg('["' || e.id || '",' || concat_ws(',', e.status, e.idx, coalesce(e.submit_idx::text, 'null'), e.revision,
  coalesce(to_json(e.name)::text, 'null'), coalesce((extract(epoch from e.create_time) * 1000)::bigint::text, 'null'), coalesce((extract(epoch from e.modify_time) * 1000)::bigint::text, 'null'), coalesce((extract(epoch from e.changed_at) * 1000)::bigint::text, 'null'), coalesce((extract(epoch from e.submit_time) * 1000)::bigint::text, 'null'),
  e.bytes, e.data::text) || ']', ',') filter (where e.before < $1) || ']' as rows,
      bool_or(e.before >= $2) as "isCut"
    from (select e.*, sum(e.bytes) over (order by e.id desc rows unbounded preceding) - e.bytes as before
      from (select e.* from unnest($3::text[],
          $4::text[]) as r (from_id, to_id)
        cross join lateral (select e.*, (case when pg_column_compression(e.data) is null then pg_column_size(e.data)
    else octet_length(e.data::text) end) as bytes from entries e
          where e.account = $5
    and e.status <> 3 and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = $6)))
     and e.form = $7::text
     and e.id > r.from_id and e.id <= r.to_id offset 0) as e
        order by e.id desc) as e) as e;

-- entries/insert-entries.ts insertEntries: submitted, alone
with locked as (
  select g.*, c.version as found_version, c.current_all, c.version = g.version and c.current_all <= g.whole_all as is_whole, c.version = g.version and c.current_all <= g.first_all as is_first
  from form_counters c join unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::int[]) with ordinality as g (form, account, version, made, whole_all, first_all, data_bytes, first_data_bytes, place) on g.form = c.form order by c.form for update of c
),
sums as (
  select l.place, l.form, l.account, l.is_whole, case when l.is_whole then l.made else 1 end as made,
    case when l.is_whole then l.data_bytes::bigint else l.first_data_bytes end as data_bytes
  from locked l where l.is_first and (select count(*) from locked) > 0 -- All are locked before the first is written.
),
counted as (
  update form_counters c set
    idx = c.idx + s.made, submit_idx = c.submit_idx + s.made,
    count_all = c.count_all + s.made, count_submit = c.count_submit + s.made,
    current_all = c.current_all + s.made, entry_bytes = c.entry_bytes + s.data_bytes, current_submit = c.current_submit + s.made,
    changed_at = greatest(c.changed_at, $1::timestamptz)
  from sums s where c.form = s.form
  returning s.place, s.form, s.account, s.is_whole, c.idx - s.made as idx_before,
    c.submit_idx - s.made as submit_idx_before, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $1::timestamptz as at, s.account as account) writer) as changed_at
),
inserted as (
  insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
    create_time, modify_time, changed_at, submit_time, bewit_generation )
  select i.id, n.account, n.form, 2, n.idx_before + i.n,
    n.submit_idx_before + i.n, i.data, i.actions, '[]', i.renders,
    $1::timestamptz, $1::timestamptz, n.changed_at, $1::timestamptz, 1
  from unnest($10::int[], $11::int[], $12::text[], string_to_array($13, E'\x1e')::json[], string_to_array($14, E'\x1e')::json[], string_to_array($15, E'\x1e')::json[]) as i (place, n, id, data, actions, renders) join counted n on n.place = i.place and (n.is_whole or i.n = 1)
)
select l.place::int as place, l.found_version as version, l.is_whole as "isWhole", l.is_first as "isFirst",
  n.idx_before as "idxBefore", n.submit_idx_before as "submitIdxBefore", n.changed_at as "changedAt",
  l.current_all as "currentAll"
from locked l left join counted n on n.place = l.place;

-- entries/insert-entries.ts insertEntries: drafts too, with keys, numbers and emails, alone
with locked as (
  select g.*, c.version as found_version, c.current_all, c.version = g.version and coalesce(g.want_idx = c.idx + 1, true) and coalesce(g.want_submit_idx = c.submit_idx + 1, true) and c.current_all <= g.whole_all and c.current_save <= g.whole_saved and c.stranger_drafts <= g.whole_strangers and c.stranger_draft_bytes <= g.whole_bytes::bigint as is_whole, c.version = g.version and coalesce(g.want_idx = c.idx + 1, true) and coalesce(g.want_submit_idx = c.submit_idx + 1, true) and c.current_all <= g.first_all and c.current_save <= g.first_saved and c.stranger_drafts <= g.first_strangers and c.stranger_draft_bytes <= g.first_bytes::bigint as is_first
    , c.current_save, c.stranger_drafts, c.stranger_draft_bytes
    , c.idx as last_idx, c.submit_idx as last_submit_idx
  from form_counters c join unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::int[], $10::int[], $11::int[], $12::int[], $13::int[], $14::int[], $15::text[], $16::int[], $17::int[], $18::int[], $19::int[], $20::int[], $21::int[], $22::text[], $23::text[], $24::int[], $25::int[]) with ordinality as g (form, account, version, made, whole_all, first_all, data_bytes, first_data_bytes, submitted, saved, templates, renders, strangers, bytes, first_status, first_draft_bytes, whole_saved, first_saved, whole_strangers, first_strangers, whole_bytes, first_bytes, want_idx, want_submit_idx, place) on g.form = c.form order by c.form for update of c
),
fitting as (
  select i.* from unnest($26::int[], $27::int[], $28::text[], string_to_array($29, E'\x1e')::json[], string_to_array($30, E'\x1e')::json[], string_to_array($31, E'\x1e')::json[], $32::int[], $33::int[], $34::text[], $35::text[], $36::text[]) as i (place, sent_n, id, data, actions, renders, status, draft_bytes, key_scope, key, hash) join locked l on l.place = i.place where l.is_whole or (l.is_first and i.sent_n = 1)
),
keys as (
  insert into idempotency_keys (scope, key, request_hash, entry, create_time)
  select key_scope, key, hash, id, $1::timestamptz from fitting where key is not null order by key_scope, key
  on conflict (scope, key) do update set request_hash = excluded.request_hash, entry = excluded.entry,
    answer = null, create_time = excluded.create_time, owed_until = null
    where idempotency_keys.create_time < $37::timestamptz
  returning entry
),
chosen as (
  select i.*, row_number() over by_place as n, count(*) filter (where i.status = 2) over by_place as submit_n
  from fitting i where i.key is null or i.id in (select entry from keys)
  window by_place as (partition by i.place order by i.sent_n)
),
sums as (
  select l.place, l.form, l.account, s.* from locked l join (
    select i.place as of_place, count(*)::int as made, sum(octet_length(i.data::text)) as data_bytes, string_agg(i.id, ' ') as ids , (count(*) filter (where i.status = 2))::int as submitted, (count(*) filter (where i.status = 1))::int as saved, (count(*) filter (where i.status = 4))::int as templates, (count(*) filter (where i.status = 5))::int as renders, (count(*) filter (where i.draft_bytes > 0))::int as strangers, sum(i.draft_bytes) as bytes
    from chosen i group by i.place
  ) s on s.of_place = l.place
),
counted as (
  update form_counters c set
    idx = c.idx + s.made, submit_idx = c.submit_idx + s.submitted,
    count_all = c.count_all + s.made, count_submit = c.count_submit + s.submitted,
    current_all = c.current_all + s.made, entry_bytes = c.entry_bytes + s.data_bytes, current_submit = c.current_submit + s.submitted,
    count_save = c.count_save + s.saved, count_template = c.count_template + s.templates,
    count_render = c.count_render + s.renders, current_save = c.current_save + s.saved,
    current_template = c.current_template + s.templates, current_render = c.current_render + s.renders,
    stranger_drafts = c.stranger_drafts + s.strangers, stranger_draft_bytes = c.stranger_draft_bytes + s.bytes,
    changed_at = greatest(c.changed_at, $1::timestamptz)
  from sums s where c.form = s.form
  returning s.place, s.form, s.account, s.ids, c.idx - s.made as idx_before,
    c.submit_idx - s.submitted as submit_idx_before, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $1::timestamptz as at, s.account as account) writer) as changed_at
),
inserted as (
  insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
    create_time, modify_time, changed_at, submit_time, bewit_generation , draft_bytes)
  select i.id, n.account, n.form, i.status, n.idx_before + i.n,
    case when i.status = 2 then n.submit_idx_before + i.submit_n else null end, i.data, i.actions, '[]', i.renders,
    $1::timestamptz, $1::timestamptz, n.changed_at, case when i.status = 2 then $1::timestamptz else null end, case when i.status = 2 then 1 else 0 end
    , i.draft_bytes
  from chosen i join counted n on n.place = i.place
  returning id
),
owed as (
    insert into outbox (action, entry, form, rules, test_address, is_anonymous, main_pdf, has_link, create_time)
    select o.*, clock_timestamp() from json_to_recordset( $38::text::json) as o (action text, entry text, form text, rules text, "testAddress" text, "isAnonymous" boolean, "mainPdf" text,
  "hasLink" boolean) where o.entry in (select w.id from inserted w))
select l.place::int as place, l.found_version as version, l.is_whole as "isWhole", l.is_first as "isFirst",
  n.idx_before as "idxBefore", n.submit_idx_before as "submitIdxBefore", n.changed_at as "changedAt",
  l.current_all as "currentAll", n.ids
  , l.current_save as "currentSave", l.stranger_drafts as "strangerDrafts", l.stranger_draft_bytes as "strangerDraftBytes"
  , l.last_idx as "lastIdx", l.last_submit_idx as "lastSubmitIdx"
from locked l left join counted n on n.place = l.place;

-- entries/write-entries.ts continueEntries: submitted, alone
with input as (
      select * from unnest(
        $1::text[], $2::text[],
        $3::int[], $4::int[], string_to_array($5, E'\x1e')::json[],
        $6::int[], $7::int[],
        string_to_array($8, E'\x1e')::json[], string_to_array($9, E'\x1e')::json[], $10::int[],
        $11::text[]
      ) with ordinality as i (id, form, version, status, data, revision, generation, action, renders, bytes, max_bytes,
         place)
    ),
    locked as (
      select c.form, c.version, c.stranger_draft_bytes  from form_counters c
      where c.form in (select form from input) order by c.form for update of c
    ),
    drafts as (
      select e.id, e.account, e.form, e.status as status_before, e.revision as revision_before, e.submit_idx, e.draft_bytes,
        octet_length(e.data::text) as data_bytes_before from entries e join input i on i.id = e.id
      where e.status in (0, 1) and (i.revision is null or e.revision = i.revision)
        and (i.generation is null or e.bewit_generation = i.generation)
        and (select count(*) from locked) > 0 -- Known before the first entry is looked at: the counters are locked first.
      order by e.id for update of e
    ),
    fitting as (
      select * from (
        select d.account, d.status_before, d.revision_before, d.submit_idx, d.draft_bytes, octet_length(i.data::text) - d.data_bytes_before as data_growth, i.*,
          case when d.draft_bytes = 0 then 0 else i.bytes - d.draft_bytes end as growth, 0 as bytes_after
        from drafts d join input i on i.id = d.id join locked l on l.form = d.form and l.version = i.version
      ) f
    ),
    chosen as (
      select f.*, f.status = 2 and f.submit_idx is null as is_numbered,
        count(*) filter (where f.status = 2 and f.submit_idx is null) over (partition by f.form order by f.place) as n
      from fitting f
    ),
    sums as (
      select form, (count(*) filter (where is_numbered))::int as numbered,
        (count(*) filter (where status = 2))::int as submitted, (count(*) filter (where status = 1))::int as saved,
        (count(*) filter (where status = 1 and status_before = 0))::int as first_saved,
        (count(*) filter (where status = 2 and status_before = 1))::int as was_saved,
        (count(*) filter (where status = 2 and draft_bytes > 0))::int as strangers_done, sum(growth) as growth,
        sum(data_growth) as data_growth
      from chosen group by form
    ),
    counted as (
      update form_counters c set
        submit_idx = c.submit_idx + s.numbered, count_submit = c.count_submit + s.submitted,
        count_save = c.count_save + s.saved, current_submit = c.current_submit + s.submitted,
        current_save = c.current_save + s.first_saved - s.was_saved,
        stranger_drafts = c.stranger_drafts - s.strangers_done, stranger_draft_bytes = c.stranger_draft_bytes + s.growth,
        entry_bytes = c.entry_bytes + s.data_growth
      from sums s where c.form = s.form
      returning c.form, c.submit_idx - s.numbered as submit_idx_before
    ),
    marks as materialized (
      select a.account, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $12::timestamptz as at, a.account as account) writer) as changed_at
      from (select distinct account from chosen) a
    )
    update entries e set
      status = t.status, data = t.data,
      actions = (left(e.actions::text, -1) || ',' || case when e.changed_at <= $13::timestamptz then t.action::text
    else replace(t.action::text, $14, '"time":"' || to_char(
      greatest($15::timestamptz, (e.actions -> -1 ->> 'time')::timestamptz) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"') end || ']')::json,
      archived_renders = case when t.renders::text = '[]' then e.archived_renders
        when e.archived_renders::text = '[]' then t.renders
        else (left(e.archived_renders::text, -1) || ',' || substr(t.renders::text, 2))::json end,
      submit_idx = case when t.is_numbered then n.submit_idx_before + t.n else e.submit_idx end,
      submit_time = case when t.status = 2 then greatest(e.modify_time, $16::timestamptz) else e.submit_time end,
      bewit_generation = e.bewit_generation + case when t.status = 2 then 1 else 0 end,
      draft_bytes = case when t.draft_bytes > 0 and t.status = 1 then t.bytes else 0 end,
      revision = e.revision + 1, modify_time = greatest(e.modify_time, $17::timestamptz),
      changed_at = greatest(e.changed_at, m.changed_at)
    from chosen t join counted n on n.form = t.form join marks m on m.account = t.account where e.id = t.id
    returning e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt";

-- entries/write-entries.ts continueEntries: drafts of strangers, with numbers, emails and history, alone
with input as (
      select * from unnest(
        $1::text[], $2::text[],
        $3::int[], $4::int[], string_to_array($5, E'\x1e')::json[],
        $6::int[], $7::int[],
        string_to_array($8, E'\x1e')::json[], string_to_array($9, E'\x1e')::json[], $10::int[],
        $11::text[]
        , $12::int[]
      ) with ordinality as i (id, form, version, status, data, revision, generation, action, renders, bytes, max_bytes,
        want_submit_idx, place)
    ),
    locked as (
      select c.form, c.version, c.stranger_draft_bytes , c.submit_idx as last_submit_idx from form_counters c
      where c.form in (select form from input) order by c.form for update of c
    ),
    drafts as (
      select e.id, e.account, e.form, e.status as status_before, e.revision as revision_before, e.submit_idx, e.draft_bytes,
        octet_length(e.data::text) as data_bytes_before from entries e join input i on i.id = e.id
      where e.status in (0, 1) and (i.revision is null or e.revision = i.revision)
        and (i.generation is null or e.bewit_generation = i.generation)
        and (select count(*) from locked) > 0 -- Known before the first entry is looked at: the counters are locked first.
      order by e.id for update of e
    ),
    fitting as (
      select * from (
        select d.account, d.status_before, d.revision_before, d.submit_idx, d.draft_bytes, octet_length(i.data::text) - d.data_bytes_before as data_growth, i.*,
          case when d.draft_bytes = 0 then 0 else i.bytes - d.draft_bytes end as growth, l.stranger_draft_bytes + sum(case when d.draft_bytes = 0 then 0 else greatest(i.bytes - d.draft_bytes, 0) end)
        over (partition by d.form order by i.place) as bytes_after
        from drafts d join input i on i.id = d.id join locked l on l.form = d.form and l.version = i.version
          and (i.want_submit_idx is null or (d.submit_idx is null and i.want_submit_idx = l.last_submit_idx + 1))
      ) f where max_bytes = '0' or growth <= 0 or bytes_after <= max_bytes::bigint
    ),
    chosen as (
      select f.*, f.status = 2 and f.submit_idx is null as is_numbered,
        count(*) filter (where f.status = 2 and f.submit_idx is null) over (partition by f.form order by f.place) as n
      from fitting f
    ),
    sums as (
      select form, (count(*) filter (where is_numbered))::int as numbered,
        (count(*) filter (where status = 2))::int as submitted, (count(*) filter (where status = 1))::int as saved,
        (count(*) filter (where status = 1 and status_before = 0))::int as first_saved,
        (count(*) filter (where status = 2 and status_before = 1))::int as was_saved,
        (count(*) filter (where status = 2 and draft_bytes > 0))::int as strangers_done, sum(growth) as growth,
        sum(data_growth) as data_growth
      from chosen group by form
    ),
    counted as (
      update form_counters c set
        submit_idx = c.submit_idx + s.numbered, count_submit = c.count_submit + s.submitted,
        count_save = c.count_save + s.saved, current_submit = c.current_submit + s.submitted,
        current_save = c.current_save + s.first_saved - s.was_saved,
        stranger_drafts = c.stranger_drafts - s.strangers_done, stranger_draft_bytes = c.stranger_draft_bytes + s.growth,
        entry_bytes = c.entry_bytes + s.data_growth
      from sums s where c.form = s.form
      returning c.form, c.submit_idx - s.numbered as submit_idx_before
    ),
    marks as materialized (
      select a.account, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $13::timestamptz as at, a.account as account) writer) as changed_at
      from (select distinct account from chosen) a
    ),
    owed as (
    insert into outbox (action, entry, form, rules, test_address, is_anonymous, main_pdf, has_link, create_time)
    select o.*, clock_timestamp() from json_to_recordset( $14::text::json) as o (action text, entry text, form text, rules text, "testAddress" text, "isAnonymous" boolean, "mainPdf" text,
  "hasLink" boolean) where o.entry in (select w.id from chosen w)),
    noted as materialized (
      select n.*, octet_length(n.delta) + $15::int as bytes from json_to_recordset($16::text::json)
        as n (entry text, action text, form text, delta text, revision int, "maxBytes" int)
        join chosen w on w.id = n.entry and w.revision_before = n.revision
    ),
    kept as (
      insert into entry_changes (entry, action, form, delta, bytes)
      select entry, action, form, delta::json, bytes from noted
    ),
    given_up as (
      delete from entry_changes c using (
        select o.entry, o.action, n."maxBytes" - n.bytes - sum(o.bytes) over (partition by o.entry order by o.action desc) as room
        from entry_changes o join noted n on n.entry = o.entry
      ) t where c.entry = t.entry and c.action = t.action and t.room < 0
    )
    update entries e set
      status = t.status, data = t.data,
      actions = (left(e.actions::text, -1) || ',' || case when e.changed_at <= $17::timestamptz then t.action::text
    else replace(t.action::text, $18, '"time":"' || to_char(
      greatest($19::timestamptz, (e.actions -> -1 ->> 'time')::timestamptz) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"') end || ']')::json,
      archived_renders = case when t.renders::text = '[]' then e.archived_renders
        when e.archived_renders::text = '[]' then t.renders
        else (left(e.archived_renders::text, -1) || ',' || substr(t.renders::text, 2))::json end,
      submit_idx = case when t.is_numbered then n.submit_idx_before + t.n else e.submit_idx end,
      submit_time = case when t.status = 2 then greatest(e.modify_time, $20::timestamptz) else e.submit_time end,
      bewit_generation = e.bewit_generation + case when t.status = 2 then 1 else 0 end,
      draft_bytes = case when t.draft_bytes > 0 and t.status = 1 then t.bytes else 0 end,
      revision = e.revision + 1, modify_time = greatest(e.modify_time, $21::timestamptz),
      changed_at = greatest(e.changed_at, m.changed_at)
    from chosen t join counted n on n.form = t.form join marks m on m.account = t.account where e.id = t.id
    returning e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt";

-- entries/insert-entries.ts insertEntries: submitted, together
with locked as (
  select g.*, c.version as found_version, c.current_all, c.version = g.version and c.current_all <= g.whole_all as is_whole, c.version = g.version and c.current_all <= g.first_all as is_first
  from form_counters c join unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::int[]) with ordinality as g (form, account, version, made, whole_all, first_all, data_bytes, first_data_bytes, place) on g.form = c.form order by c.form for update of c skip locked
),
sums as (
  select l.place, l.form, l.account, l.is_whole, case when l.is_whole then l.made else 1 end as made,
    case when l.is_whole then l.data_bytes::bigint else l.first_data_bytes end as data_bytes
  from locked l where l.is_first and (select count(*) from locked) > 0 -- All are locked before the first is written.
),
counted as (
  update form_counters c set
    idx = c.idx + s.made, submit_idx = c.submit_idx + s.made,
    count_all = c.count_all + s.made, count_submit = c.count_submit + s.made,
    current_all = c.current_all + s.made, entry_bytes = c.entry_bytes + s.data_bytes, current_submit = c.current_submit + s.made,
    changed_at = greatest(c.changed_at, $1::timestamptz)
  from sums s where c.form = s.form
  returning s.place, s.form, s.account, s.is_whole, c.idx - s.made as idx_before,
    c.submit_idx - s.made as submit_idx_before, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $1::timestamptz as at, s.account as account) writer) as changed_at
),
inserted as (
  insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
    create_time, modify_time, changed_at, submit_time, bewit_generation )
  select i.id, n.account, n.form, 2, n.idx_before + i.n,
    n.submit_idx_before + i.n, i.data, i.actions, '[]', i.renders,
    $1::timestamptz, $1::timestamptz, n.changed_at, $1::timestamptz, 1
  from unnest($10::int[], $11::int[], $12::text[], string_to_array($13, E'\x1e')::json[], string_to_array($14, E'\x1e')::json[], string_to_array($15, E'\x1e')::json[]) as i (place, n, id, data, actions, renders) join counted n on n.place = i.place and (n.is_whole or i.n = 1)
)
select l.place::int as place, l.found_version as version, l.is_whole as "isWhole", l.is_first as "isFirst",
  n.idx_before as "idxBefore", n.submit_idx_before as "submitIdxBefore", n.changed_at as "changedAt",
  l.current_all as "currentAll"
from locked l left join counted n on n.place = l.place;

-- entries/insert-entries.ts insertEntries: drafts too, with keys, numbers and emails, together
with locked as (
  select g.*, c.version as found_version, c.current_all, c.version = g.version and coalesce(g.want_idx = c.idx + 1, true) and coalesce(g.want_submit_idx = c.submit_idx + 1, true) and c.current_all <= g.whole_all and c.current_save <= g.whole_saved and c.stranger_drafts <= g.whole_strangers and c.stranger_draft_bytes <= g.whole_bytes::bigint as is_whole, c.version = g.version and coalesce(g.want_idx = c.idx + 1, true) and coalesce(g.want_submit_idx = c.submit_idx + 1, true) and c.current_all <= g.first_all and c.current_save <= g.first_saved and c.stranger_drafts <= g.first_strangers and c.stranger_draft_bytes <= g.first_bytes::bigint as is_first
    , c.current_save, c.stranger_drafts, c.stranger_draft_bytes
    , c.idx as last_idx, c.submit_idx as last_submit_idx
  from form_counters c join unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::int[], $10::int[], $11::int[], $12::int[], $13::int[], $14::int[], $15::text[], $16::int[], $17::int[], $18::int[], $19::int[], $20::int[], $21::int[], $22::text[], $23::text[], $24::int[], $25::int[]) with ordinality as g (form, account, version, made, whole_all, first_all, data_bytes, first_data_bytes, submitted, saved, templates, renders, strangers, bytes, first_status, first_draft_bytes, whole_saved, first_saved, whole_strangers, first_strangers, whole_bytes, first_bytes, want_idx, want_submit_idx, place) on g.form = c.form order by c.form for update of c skip locked
),
fitting as (
  select i.* from unnest($26::int[], $27::int[], $28::text[], string_to_array($29, E'\x1e')::json[], string_to_array($30, E'\x1e')::json[], string_to_array($31, E'\x1e')::json[], $32::int[], $33::int[], $34::text[], $35::text[], $36::text[]) as i (place, sent_n, id, data, actions, renders, status, draft_bytes, key_scope, key, hash) join locked l on l.place = i.place where l.is_whole or (l.is_first and i.sent_n = 1)
),
keys as (
  insert into idempotency_keys (scope, key, request_hash, entry, create_time)
  select key_scope, key, hash, id, $1::timestamptz from fitting where key is not null order by key_scope, key
  on conflict (scope, key) do update set request_hash = excluded.request_hash, entry = excluded.entry,
    answer = null, create_time = excluded.create_time, owed_until = null
    where idempotency_keys.create_time < $37::timestamptz
  returning entry
),
chosen as (
  select i.*, row_number() over by_place as n, count(*) filter (where i.status = 2) over by_place as submit_n
  from fitting i where i.key is null or i.id in (select entry from keys)
  window by_place as (partition by i.place order by i.sent_n)
),
sums as (
  select l.place, l.form, l.account, s.* from locked l join (
    select i.place as of_place, count(*)::int as made, sum(octet_length(i.data::text)) as data_bytes, string_agg(i.id, ' ') as ids , (count(*) filter (where i.status = 2))::int as submitted, (count(*) filter (where i.status = 1))::int as saved, (count(*) filter (where i.status = 4))::int as templates, (count(*) filter (where i.status = 5))::int as renders, (count(*) filter (where i.draft_bytes > 0))::int as strangers, sum(i.draft_bytes) as bytes
    from chosen i group by i.place
  ) s on s.of_place = l.place
),
counted as (
  update form_counters c set
    idx = c.idx + s.made, submit_idx = c.submit_idx + s.submitted,
    count_all = c.count_all + s.made, count_submit = c.count_submit + s.submitted,
    current_all = c.current_all + s.made, entry_bytes = c.entry_bytes + s.data_bytes, current_submit = c.current_submit + s.submitted,
    count_save = c.count_save + s.saved, count_template = c.count_template + s.templates,
    count_render = c.count_render + s.renders, current_save = c.current_save + s.saved,
    current_template = c.current_template + s.templates, current_render = c.current_render + s.renders,
    stranger_drafts = c.stranger_drafts + s.strangers, stranger_draft_bytes = c.stranger_draft_bytes + s.bytes,
    changed_at = greatest(c.changed_at, $1::timestamptz)
  from sums s where c.form = s.form
  returning s.place, s.form, s.account, s.ids, c.idx - s.made as idx_before,
    c.submit_idx - s.submitted as submit_idx_before, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $1::timestamptz as at, s.account as account) writer) as changed_at
),
inserted as (
  insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
    create_time, modify_time, changed_at, submit_time, bewit_generation , draft_bytes)
  select i.id, n.account, n.form, i.status, n.idx_before + i.n,
    case when i.status = 2 then n.submit_idx_before + i.submit_n else null end, i.data, i.actions, '[]', i.renders,
    $1::timestamptz, $1::timestamptz, n.changed_at, case when i.status = 2 then $1::timestamptz else null end, case when i.status = 2 then 1 else 0 end
    , i.draft_bytes
  from chosen i join counted n on n.place = i.place
  returning id
),
owed as (
    insert into outbox (action, entry, form, rules, test_address, is_anonymous, main_pdf, has_link, create_time)
    select o.*, clock_timestamp() from json_to_recordset( $38::text::json) as o (action text, entry text, form text, rules text, "testAddress" text, "isAnonymous" boolean, "mainPdf" text,
  "hasLink" boolean) where o.entry in (select w.id from inserted w))
select l.place::int as place, l.found_version as version, l.is_whole as "isWhole", l.is_first as "isFirst",
  n.idx_before as "idxBefore", n.submit_idx_before as "submitIdxBefore", n.changed_at as "changedAt",
  l.current_all as "currentAll", n.ids
  , l.current_save as "currentSave", l.stranger_drafts as "strangerDrafts", l.stranger_draft_bytes as "strangerDraftBytes"
  , l.last_idx as "lastIdx", l.last_submit_idx as "lastSubmitIdx"
from locked l left join counted n on n.place = l.place;

-- entries/write-entries.ts continueEntries: submitted, together
with input as (
      select * from unnest(
        $1::text[], $2::text[],
        $3::int[], $4::int[], string_to_array($5, E'\x1e')::json[],
        $6::int[], $7::int[],
        string_to_array($8, E'\x1e')::json[], string_to_array($9, E'\x1e')::json[], $10::int[],
        $11::text[]
      ) with ordinality as i (id, form, version, status, data, revision, generation, action, renders, bytes, max_bytes,
         place)
    ),
    locked as (
      select c.form, c.version, c.stranger_draft_bytes  from form_counters c
      where c.form in (select form from input) order by c.form for update of c skip locked
    ),
    drafts as (
      select e.id, e.account, e.form, e.status as status_before, e.revision as revision_before, e.submit_idx, e.draft_bytes,
        octet_length(e.data::text) as data_bytes_before from entries e join input i on i.id = e.id
      where e.status in (0, 1) and (i.revision is null or e.revision = i.revision)
        and (i.generation is null or e.bewit_generation = i.generation)
        and (select count(*) from locked) > 0 -- Known before the first entry is looked at: the counters are locked first.
      order by e.id for update of e skip locked
    ),
    fitting as (
      select * from (
        select d.account, d.status_before, d.revision_before, d.submit_idx, d.draft_bytes, octet_length(i.data::text) - d.data_bytes_before as data_growth, i.*,
          case when d.draft_bytes = 0 then 0 else i.bytes - d.draft_bytes end as growth, 0 as bytes_after
        from drafts d join input i on i.id = d.id join locked l on l.form = d.form and l.version = i.version
      ) f
    ),
    chosen as (
      select f.*, f.status = 2 and f.submit_idx is null as is_numbered,
        count(*) filter (where f.status = 2 and f.submit_idx is null) over (partition by f.form order by f.place) as n
      from fitting f
    ),
    sums as (
      select form, (count(*) filter (where is_numbered))::int as numbered,
        (count(*) filter (where status = 2))::int as submitted, (count(*) filter (where status = 1))::int as saved,
        (count(*) filter (where status = 1 and status_before = 0))::int as first_saved,
        (count(*) filter (where status = 2 and status_before = 1))::int as was_saved,
        (count(*) filter (where status = 2 and draft_bytes > 0))::int as strangers_done, sum(growth) as growth,
        sum(data_growth) as data_growth
      from chosen group by form
    ),
    counted as (
      update form_counters c set
        submit_idx = c.submit_idx + s.numbered, count_submit = c.count_submit + s.submitted,
        count_save = c.count_save + s.saved, current_submit = c.current_submit + s.submitted,
        current_save = c.current_save + s.first_saved - s.was_saved,
        stranger_drafts = c.stranger_drafts - s.strangers_done, stranger_draft_bytes = c.stranger_draft_bytes + s.growth,
        entry_bytes = c.entry_bytes + s.data_growth
      from sums s where c.form = s.form
      returning c.form, c.submit_idx - s.numbered as submit_idx_before
    ),
    marks as materialized (
      select a.account, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $12::timestamptz as at, a.account as account) writer) as changed_at
      from (select distinct account from chosen) a
    )
    update entries e set
      status = t.status, data = t.data,
      actions = (left(e.actions::text, -1) || ',' || case when e.changed_at <= $13::timestamptz then t.action::text
    else replace(t.action::text, $14, '"time":"' || to_char(
      greatest($15::timestamptz, (e.actions -> -1 ->> 'time')::timestamptz) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"') end || ']')::json,
      archived_renders = case when t.renders::text = '[]' then e.archived_renders
        when e.archived_renders::text = '[]' then t.renders
        else (left(e.archived_renders::text, -1) || ',' || substr(t.renders::text, 2))::json end,
      submit_idx = case when t.is_numbered then n.submit_idx_before + t.n else e.submit_idx end,
      submit_time = case when t.status = 2 then greatest(e.modify_time, $16::timestamptz) else e.submit_time end,
      bewit_generation = e.bewit_generation + case when t.status = 2 then 1 else 0 end,
      draft_bytes = case when t.draft_bytes > 0 and t.status = 1 then t.bytes else 0 end,
      revision = e.revision + 1, modify_time = greatest(e.modify_time, $17::timestamptz),
      changed_at = greatest(e.changed_at, m.changed_at)
    from chosen t join counted n on n.form = t.form join marks m on m.account = t.account where e.id = t.id
    returning e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt";

-- entries/write-entries.ts continueEntries: drafts of strangers, with numbers, emails and history, together
with input as (
      select * from unnest(
        $1::text[], $2::text[],
        $3::int[], $4::int[], string_to_array($5, E'\x1e')::json[],
        $6::int[], $7::int[],
        string_to_array($8, E'\x1e')::json[], string_to_array($9, E'\x1e')::json[], $10::int[],
        $11::text[]
        , $12::int[]
      ) with ordinality as i (id, form, version, status, data, revision, generation, action, renders, bytes, max_bytes,
        want_submit_idx, place)
    ),
    locked as (
      select c.form, c.version, c.stranger_draft_bytes , c.submit_idx as last_submit_idx from form_counters c
      where c.form in (select form from input) order by c.form for update of c skip locked
    ),
    drafts as (
      select e.id, e.account, e.form, e.status as status_before, e.revision as revision_before, e.submit_idx, e.draft_bytes,
        octet_length(e.data::text) as data_bytes_before from entries e join input i on i.id = e.id
      where e.status in (0, 1) and (i.revision is null or e.revision = i.revision)
        and (i.generation is null or e.bewit_generation = i.generation)
        and (select count(*) from locked) > 0 -- Known before the first entry is looked at: the counters are locked first.
      order by e.id for update of e skip locked
    ),
    fitting as (
      select * from (
        select d.account, d.status_before, d.revision_before, d.submit_idx, d.draft_bytes, octet_length(i.data::text) - d.data_bytes_before as data_growth, i.*,
          case when d.draft_bytes = 0 then 0 else i.bytes - d.draft_bytes end as growth, l.stranger_draft_bytes + sum(case when d.draft_bytes = 0 then 0 else greatest(i.bytes - d.draft_bytes, 0) end)
        over (partition by d.form order by i.place) as bytes_after
        from drafts d join input i on i.id = d.id join locked l on l.form = d.form and l.version = i.version
          and (i.want_submit_idx is null or (d.submit_idx is null and i.want_submit_idx = l.last_submit_idx + 1))
      ) f where max_bytes = '0' or growth <= 0 or bytes_after <= max_bytes::bigint
    ),
    chosen as (
      select f.*, f.status = 2 and f.submit_idx is null as is_numbered,
        count(*) filter (where f.status = 2 and f.submit_idx is null) over (partition by f.form order by f.place) as n
      from fitting f
    ),
    sums as (
      select form, (count(*) filter (where is_numbered))::int as numbered,
        (count(*) filter (where status = 2))::int as submitted, (count(*) filter (where status = 1))::int as saved,
        (count(*) filter (where status = 1 and status_before = 0))::int as first_saved,
        (count(*) filter (where status = 2 and status_before = 1))::int as was_saved,
        (count(*) filter (where status = 2 and draft_bytes > 0))::int as strangers_done, sum(growth) as growth,
        sum(data_growth) as data_growth
      from chosen group by form
    ),
    counted as (
      update form_counters c set
        submit_idx = c.submit_idx + s.numbered, count_submit = c.count_submit + s.submitted,
        count_save = c.count_save + s.saved, current_submit = c.current_submit + s.submitted,
        current_save = c.current_save + s.first_saved - s.was_saved,
        stranger_drafts = c.stranger_drafts - s.strangers_done, stranger_draft_bytes = c.stranger_draft_bytes + s.growth,
        entry_bytes = c.entry_bytes + s.data_growth
      from sums s where c.form = s.form
      returning c.form, c.submit_idx - s.numbered as submit_idx_before
    ),
    marks as materialized (
      select a.account, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $13::timestamptz as at, a.account as account) writer) as changed_at
      from (select distinct account from chosen) a
    ),
    owed as (
    insert into outbox (action, entry, form, rules, test_address, is_anonymous, main_pdf, has_link, create_time)
    select o.*, clock_timestamp() from json_to_recordset( $14::text::json) as o (action text, entry text, form text, rules text, "testAddress" text, "isAnonymous" boolean, "mainPdf" text,
  "hasLink" boolean) where o.entry in (select w.id from chosen w)),
    noted as materialized (
      select n.*, octet_length(n.delta) + $15::int as bytes from json_to_recordset($16::text::json)
        as n (entry text, action text, form text, delta text, revision int, "maxBytes" int)
        join chosen w on w.id = n.entry and w.revision_before = n.revision
    ),
    kept as (
      insert into entry_changes (entry, action, form, delta, bytes)
      select entry, action, form, delta::json, bytes from noted
    ),
    given_up as (
      delete from entry_changes c using (
        select o.entry, o.action, n."maxBytes" - n.bytes - sum(o.bytes) over (partition by o.entry order by o.action desc) as room
        from entry_changes o join noted n on n.entry = o.entry
      ) t where c.entry = t.entry and c.action = t.action and t.room < 0
    )
    update entries e set
      status = t.status, data = t.data,
      actions = (left(e.actions::text, -1) || ',' || case when e.changed_at <= $17::timestamptz then t.action::text
    else replace(t.action::text, $18, '"time":"' || to_char(
      greatest($19::timestamptz, (e.actions -> -1 ->> 'time')::timestamptz) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"') end || ']')::json,
      archived_renders = case when t.renders::text = '[]' then e.archived_renders
        when e.archived_renders::text = '[]' then t.renders
        else (left(e.archived_renders::text, -1) || ',' || substr(t.renders::text, 2))::json end,
      submit_idx = case when t.is_numbered then n.submit_idx_before + t.n else e.submit_idx end,
      submit_time = case when t.status = 2 then greatest(e.modify_time, $20::timestamptz) else e.submit_time end,
      bewit_generation = e.bewit_generation + case when t.status = 2 then 1 else 0 end,
      draft_bytes = case when t.draft_bytes > 0 and t.status = 1 then t.bytes else 0 end,
      revision = e.revision + 1, modify_time = greatest(e.modify_time, $21::timestamptz),
      changed_at = greatest(e.changed_at, m.changed_at)
    from chosen t join counted n on n.form = t.form join marks m on m.account = t.account where e.id = t.id
    returning e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt";

-- entries/generate-entries.ts insertCreatedEntries
update form_counters set idx = idx + $1,
    count_all = count_all + $2, current_all = current_all + $3,
    entry_bytes = entry_bytes + $4,
    changed_at = greatest(changed_at, $5::timestamptz)
  where form = $6 and ($7::int = 0 or current_all + $8 <= $9::int) returning idx;

-- entries/entries.ts changeEntry: the status
with changed as (update entries e set
      status = $1,
      data = e.data,
      actions = (left(e.actions::text, -1) || ',' || case when e.changed_at <= $2::timestamptz then $3::text
    else replace($4::text, $5, '"time":"' || to_char(
      greatest($6::timestamptz, (e.actions -> -1 ->> 'time')::timestamptz) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"') end || ']')::json,
      archived_renders = e.archived_renders,
      revision = e.revision + 1,
      bewit_generation = e.bewit_generation + case when $7 = 2 and e.status <> 2 then 1 else 0 end,
      modify_time = e.modify_time,
      changed_at = greatest(e.changed_at, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $8::timestamptz as at, e.account as account) writer))
    where e.id = $9 and e.revision = $10
    returning e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt")
    select * from changed;

-- entries/entries.ts changeEntry: the data, with a PDF and history
with changed as (update entries e set
      status = $1,
      data = $2::json,
      actions = (left(e.actions::text, -1) || ',' || case when e.changed_at <= $3::timestamptz then $4::text
    else replace($5::text, $6, '"time":"' || to_char(
      greatest($7::timestamptz, (e.actions -> -1 ->> 'time')::timestamptz) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"') end || ']')::json,
      archived_renders = (case when e.archived_renders::text = '[]' then '[' || $8 || ']'
    else left(e.archived_renders::text, -1) || ',' || $9 || ']' end)::json,
      revision = e.revision + 1,
      bewit_generation = e.bewit_generation + case when $10 = 2 and e.status <> 2 then 1 else 0 end,
      modify_time = greatest(e.modify_time, $11::timestamptz),
      changed_at = greatest(e.changed_at, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $12::timestamptz as at, e.account as account) writer))
    where e.id = $13 and e.revision = $14
    returning e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt"),
    noted as materialized (
      select n.*, octet_length(n.delta) + $15::int as bytes from json_to_recordset($16::text::json)
        as n (entry text, action text, form text, delta text, revision int, "maxBytes" int)
        join changed w on w.id = n.entry
    ),
    kept as (
      insert into entry_changes (entry, action, form, delta, bytes)
      select entry, action, form, delta::json, bytes from noted
    ),
    given_up as (
      delete from entry_changes c using (
        select o.entry, o.action, n."maxBytes" - n.bytes - sum(o.bytes) over (partition by o.entry order by o.action desc) as room
        from entry_changes o join noted n on n.entry = o.entry
      ) t where c.entry = t.entry and c.action = t.action and t.room < 0
    )
    select * from changed;

-- entries/entries.ts appendSentEmails
with done as (delete from outbox where action = $1 and taken = $2 returning action, entry, form)
      , attempted as (
      insert into email_attempts (entry, email, attempt, form, time, state, words)
      select d.entry, a.email, 0, d.form, clock_timestamp(), a.state, a.words
      from done d, json_to_recordset($3::text::json) as a (email text, state text, words text)
      on conflict do nothing)
    update entries e set
      sent_emails = (case when e.sent_emails::text = '[]' then '[' || $4 || ']'
    else left(e.sent_emails::text, -1) || ',' || $5 || ']' end)::json,
      revision = e.revision + 1, changed_at = greatest(e.changed_at, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $6::timestamptz as at, e.account as account) writer))
    where e.id = $7 and exists (select 1 from done) returning e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt";

-- entries/entries.ts appendResumeAction
update entries e set actions = (left(e.actions::text, -1) || ',' || case when e.changed_at <= $1::timestamptz then $2::text
  else replace($3::text, $4, '"time":"' || to_char(
    greatest($5::timestamptz, (e.actions -> -1 ->> 'time')::timestamptz) at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"') end || ']')::json,
    changed_at = greatest(e.changed_at, (select greatest(writer.at,
  (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
      then interval '1 millisecond' else interval '0' end
    from entries later
    where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
  (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
      then interval '1 millisecond' else interval '0' end
    from entry_markers gone
    where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $6::timestamptz as at, e.account as account) writer)),
    revision = e.revision + 1
  where e.id = $7 and e.status in (0, 1) and length(e.actions::text) < $8;

-- entries/entries.ts setEntryName
update entries e set name = $1, changed_at = greatest(e.changed_at, (select greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $2::timestamptz as at, e.account as account) writer)),
      revision = e.revision + 1
    where e.id = $3 and e.status = 4 returning e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt";

-- entries/entries.ts moveEntriesToMarkers
with removed as (delete from entries where id = any($1::text[])
    returning id, account, form, deleted_at),
  mark as materialized (select (select greatest(writer.at,
  (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
      then interval '1 millisecond' else interval '0' end
    from entries later
    where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
  (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
      then interval '1 millisecond' else interval '0' end
    from entry_markers gone
    where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1)) from (select $2::timestamptz as at, $3 as account) writer) as time)
  insert into entry_markers (id, account, form, deleted_at)
    select r.id, r.account, r.form, coalesce(r.deleted_at, m.time) from removed r, mark m;

-- entries/entry-keys.ts loadKeySet: of answers
with own as materialized (select id, path, meaning, is_built, watermark from entry_key_sets
    where form = $1 and path = $2 and not (watermark > clock_timestamp() + interval '5 seconds')),
  recent as materialized (select e.id, e.form, e.revision from entries e where e.account = $3
    and e.changed_at > (select watermark from own) - make_interval(secs => $4) order by e.changed_at limit $5),
  changed as materialized (select r.id from recent r where r.form = $6 and not exists (select from entry_keys k
    where k.key_set = (select id from own) and k.id = r.id and k.revision = r.revision) )
  select o.id, o.path, o.meaning, o.is_built as "isBuilt",
    (select count(*) from recent) > $7 or (select count(*) from changed) > $8 as "isMuch",
    (select json_agg(c.id) from changed c) as changed
  from own o;

-- entries/entry-keys.ts loadKeySet: of the team
with own as materialized (select id, path, meaning, is_built, watermark from entry_key_sets
    where form = $1 and path = $2 and not (watermark > clock_timestamp() + interval '5 seconds')),
  recent as materialized (select e.id, e.form, e.revision from entries e where e.account = $3
    and e.changed_at > (select watermark from own) - make_interval(secs => $4) order by e.changed_at limit $5),
  changed as materialized (select r.id from recent r where r.form = $6 and not exists (select from entry_keys k
    where k.key_set = (select id from own) and k.id = r.id and k.revision = r.revision) union select t.entry from (select entry from entry_team where form = $7 and modify_time > (select watermark from own) - make_interval(secs => $8)
  order by modify_time limit $9) as t)
  select o.id, o.path, o.meaning, o.is_built as "isBuilt",
    (select count(*) from recent) > $10 or (select count(*) from changed) > $11 as "isMuch",
    (select json_agg(c.id) from changed c) as changed
  from own o;

-- entries/entry-keys.ts listKeyChanges: first page
select e.id, e.form, e.changed_at as "changedAt" from entries e where e.account = $1 and e.changed_at >
    (select watermark from entry_key_sets where id = $2) - make_interval(secs => $3)
  order by e.changed_at limit $4;

-- entries/entry-keys.ts listKeyChanges: next page
select e.id, e.form, e.changed_at as "changedAt" from entries e where e.account = $1 and e.changed_at >
    $2::timestamptz
  order by e.changed_at limit $3;

-- entries/entry-keys.ts listKeys: first page
select id, key from entry_keys where key_set = $1 and key is not null
  order by key asc, id asc limit $2;

-- entries/entry-keys.ts listKeys: next page
select id, key from entry_keys where key_set = $1 and key is not null
  and (key, id) < ($2, $3)
  order by key desc, id desc limit $4;

-- entries/entry-keys.ts listKeys: among the empty
select id, key from entry_keys where key_set = $1 and key is null
  and id < $2 order by id desc limit $3;

-- entries/notes.ts listTeamEntries: first page
select entry from entry_team where form = $1
  order by entry desc limit $2;

-- entries/notes.ts listTeamEntries: next page
select entry from entry_team where form = $1
  and entry < $2 order by entry desc limit $3;

-- files/upload-quotas.ts releaseOldHolds
delete from upload_holds where id in (
    select id from upload_holds where time < $1
    order by id limit $2 for update skip locked)
  returning id, account, form, stranger, size, day, time;

-- files/upload-quotas.ts releaseOldHolds: of a stranger
delete from upload_holds where id in (
    select id from upload_holds where time < $1
      and account = $2 and form = $3
  and stranger = $4
    order by id limit $5 for update skip locked)
  returning id, account, form, stranger, size, day, time;

-- files/upload-quotas.ts listLeavingFiles
select storage_key as "storageKey" from files
  where state = 'deleted' and is_counted
  order by delete_time limit $1;

-- files/upload-quotas.ts listLeavingFiles: of a form
select storage_key as "storageKey" from files
  where state = 'deleted' and is_counted and form = $1
  order by delete_time limit $2;

-- files/upload-quotas.ts markAbandonedClaims
update files set state = 'deleted', delete_time = $1::timestamptz
  where state = 'storing' and etag is null and storage_key in (
    select storage_key from files where state = 'storing' and kind = 'upload' and etag is null
      and account = $2 and form = $3
  and stranger = $4 and create_time < $5 limit $6)
  returning storage_key as "storageKey";

-- files/upload-quotas.ts settleUnused
select storage_key as "storageKey", account, form, size, stranger from files
  where stranger is not null and (used_at is not null or state = 'deleted')
  order by storage_key limit $1 for update skip locked;

-- files/upload-quotas.ts settleUnused: of a form
select storage_key as "storageKey", account, form, size, stranger from files
  where stranger is not null and (used_at is not null or state = 'deleted')
    and form = $1
  order by storage_key limit $2 for update skip locked;

-- forms/form-visits.ts countVisits
select coalesce(sum(opened), 0)::float8 as opened, coalesce(sum(started), 0)::float8 as started,
    coalesce(sum(sent), 0)::float8 as sent, (select min(hour) from form_visits where form = $1) as since
  from form_visits where form = $2;

-- forms/form-visits.ts countVisits: of days
select coalesce(sum(opened), 0)::float8 as opened, coalesce(sum(started), 0)::float8 as started,
    coalesce(sum(sent), 0)::float8 as sent, (select min(hour) from form_visits where form = $1) as since
  from form_visits where form = $2
    and hour >= $3::timestamptz
    and hour < $4::timestamptz;

-- forms/forms.ts listForms: all
select f.id, f.account, c.version, case when f.until <= 1000 then f.definition end as definition, f.create_time as "createTime",
  f.modify_time as "modifyTime", greatest(f.changed_at, c.changed_at) as "changedAt",
  c.count_all as "countAll", c.count_submit as "countSubmit", c.count_save as "countSave",
  c.count_delete as "countDelete", c.count_start as "countStart", c.count_template as "countTemplate",
  c.count_render as "countRender", c.current_all as "currentAll", c.current_submit as "currentSubmit",
  c.current_save as "currentSave", c.current_template as "currentTemplate", c.current_render as "currentRender", f.bytes
    from (
      select *, sum(bytes) over (order by id) as until
      from (
        select *, pg_column_size(definition) * case when pg_column_compression(definition) is null then 1 else 20 end as bytes from forms f
        where f.account = $1
        order by f.id
      ) as page
    ) as f join form_counters c on c.form = f.id order by f.id;

-- forms/forms.ts listForms: every condition
select f.id, f.account, c.version, case when f.until <= 1000 then f.definition end as definition, f.create_time as "createTime",
  f.modify_time as "modifyTime", greatest(f.changed_at, c.changed_at) as "changedAt",
  c.count_all as "countAll", c.count_submit as "countSubmit", c.count_save as "countSave",
  c.count_delete as "countDelete", c.count_start as "countStart", c.count_template as "countTemplate",
  c.count_render as "countRender", c.current_all as "currentAll", c.current_submit as "currentSubmit",
  c.current_save as "currentSave", c.current_template as "currentTemplate", c.current_render as "currentRender", f.bytes
    from (
      select *, sum(bytes) over (order by id) as until
      from (
        select *, pg_column_size(definition) * case when pg_column_compression(definition) is null then 1 else 20 end as bytes from forms f
        where f.account = $1
          and f.id > $2
          and f.id = any($3::text[])
          and not (f.id = any($4::text[]))
        order by f.id limit $5
      ) as page
    ) as f join form_counters c on c.form = f.id order by f.id;

-- options-sets/options-sets.ts listOptionsSets: all
select id, account, name, allows_autocomplete as "allowsAutocomplete", version, generation, edits,
  last_position as "lastPosition", option_count as "optionCount", option_bytes as "optionBytes",
  create_time as "createTime", modify_time as "modifyTime" from options_sets
    where account = any($1::text[])
    order by id;

-- options-sets/options-sets.ts listOptionsSets: every condition
select id, account, name, allows_autocomplete as "allowsAutocomplete", version, generation, edits,
  last_position as "lastPosition", option_count as "optionCount", option_bytes as "optionBytes",
  create_time as "createTime", modify_time as "modifyTime" from options_sets
    where account = any($1::text[])
      and id > $2
      and id = any($3::text[])
      and not (id = any($4::text[]))
    order by id limit $5;

-- identity/activity-log.ts listActivity: first page
select id, type, time, ip, user_agent as "userAgent", user_id as "user", email, about from activity_log
  where account = $1
  order by id desc limit $2;

-- identity/audit.ts listAuditLines: all
select l.id, l.account, l.time, l.action, l.user_id as "user", l.email, l.credential, l.key_id as "keyId", l.ip,
  l.user_agent as "userAgent", l.object, l.object_id as "objectId", l.name, l.detail, c.seq::int as seq
    from audit_log l left join audit_chain c on c.line = l.id
    where l.account = $1
    order by l.id desc limit $2;

-- identity/activity-log.ts listActivity: next page
select id, type, time, ip, user_agent as "userAgent", user_id as "user", email, about from activity_log
  where account = $1 and id < $2
  order by id desc limit $3;

-- identity/audit.ts listAuditLines: every condition
select l.id, l.account, l.time, l.action, l.user_id as "user", l.email, l.credential, l.key_id as "keyId", l.ip,
  l.user_agent as "userAgent", l.object, l.object_id as "objectId", l.name, l.detail, c.seq::int as seq
    from audit_log l left join audit_chain c on c.line = l.id
    where l.account = $1 and l.time >= $2 and l.time < $3
    and l.user_id = $4 and l.action = $5
    and l.object = $6
    and l.object_id = $7
      and l.id < $8
    order by l.id desc limit $9;

-- identity/last-uses.ts setSessionUses
with used as (select * from unnest($1::text[], $2::timestamptz[], $3::text[]) as asked (id, time, ip)),
    free as (select id from sessions where id in (select id from used) for no key update skip locked)
  update sessions s set last_use = used.time, is_of_app = coalesce(s.is_of_app, nullif(s.id = any($4::text[]), false))
  from used join free on free.id = used.id
  where s.id = used.id and s.last_use < used.time;

-- identity/last-uses.ts setKeyUses
with used as (select * from unnest($1::text[], $2::timestamptz[], $3::text[]) as asked (id, time, ip)),
    free as (select id from api_keys where id in (select id from used) for no key update skip locked)
  update api_keys k set last_use = used.time, last_address = used.ip from used join free on free.id = used.id
  where k.id = used.id and (k.last_use is null or k.last_use < used.time);

-- identity/quotas.ts takeParts
with wanted as (
  select w.kind, w.part, w.day, w.amount::bigint as amount, w.max::bigint as max, w.place from unnest(
    $1::text[], $2::text[],
    $3::text[], $4::text[],
    $5::text[]
  ) with ordinality as w (kind, part, day, amount, max, place)),
    locked as (
      select q.kind, q.part, q.day, q.used from quota_use q join wanted w
        on q.account = $6 and q.kind = w.kind and q.part = w.part and q.day = w.day
      order by q.kind, q.part, q.day for update of q
    ),
    verdict as (
      select is_known, full_place, is_known and full_place is null as is_taken from (
        select count(l.part) = count(*) as is_known,
          min(w.place) filter (where w.max > 0 and l.used + w.amount > w.max) as full_place
        from wanted w left join locked l on l.kind = w.kind and l.part = w.part and l.day = w.day
      ) v
    ),
    taken as (
      update quota_use q set used = q.used + w.amount from wanted w, verdict v
      where q.account = $7 and q.kind = w.kind and q.part = w.part and q.day = w.day
        and v.is_taken
    )
    select is_known as "isKnown", (full_place - 1)::int as full from verdict;

-- identity/quotas.ts takeParts
insert into quota_use (account, kind, part, day, used)
  select $1, w.kind, w.part, w.day, 0 from (
  select w.kind, w.part, w.day, w.amount::bigint as amount, w.max::bigint as max, w.place from unnest(
    $2::text[], $3::text[],
    $4::text[], $5::text[],
    $6::text[]
  ) with ordinality as w (kind, part, day, amount, max, place)) w order by w.kind, w.part, w.day
  on conflict do nothing;

-- identity/quotas.ts takeParts: with a change
with wanted as (
  select w.kind, w.part, w.day, w.amount::bigint as amount, w.max::bigint as max, w.place from unnest(
    $1::text[], $2::text[],
    $3::text[], $4::text[],
    $5::text[]
  ) with ordinality as w (kind, part, day, amount, max, place)),
    locked as (
      select q.kind, q.part, q.day, q.used from quota_use q join wanted w
        on q.account = $6 and q.kind = w.kind and q.part = w.part and q.day = w.day
      order by q.kind, q.part, q.day for update of q
    ),
    verdict as (
      select is_known, full_place, is_known and full_place is null as is_taken from (
        select count(l.part) = count(*) as is_known,
          min(w.place) filter (where w.max > 0 and l.used + w.amount > w.max) as full_place
        from wanted w left join locked l on l.kind = w.kind and l.part = w.part and l.day = w.day
      ) v
    ),
    taken as (
      update quota_use q set used = q.used + w.amount from wanted w, verdict v
      where q.account = $7 and q.kind = w.kind and q.part = w.part and q.day = w.day
        and v.is_taken
    )
    , also as (select 1 where (select is_taken from verdict))
    select is_known as "isKnown", (full_place - 1)::int as full from verdict;

-- identity/quotas.ts findFullPart
select (min(w.place) - 1)::int as full from (
  select w.kind, w.part, w.day, w.amount::bigint as amount, w.max::bigint as max, w.place from unnest(
    $1::text[], $2::text[],
    $3::text[], $4::text[],
    $5::text[]
  ) with ordinality as w (kind, part, day, amount, max, place)) w left join quota_use q
    on q.account = $6 and q.kind = w.kind and q.part = w.part and q.day = w.day
  where w.max > 0 and coalesce(q.used, 0) + w.amount > w.max;

-- identity/quotas.ts giveParts
with wanted as (
  select w.kind, w.part, w.day, w.amount::bigint as amount, w.max::bigint as max, w.place from unnest(
    $1::text[], $2::text[],
    $3::text[], $4::text[],
    $5::text[]
  ) with ordinality as w (kind, part, day, amount, max, place)),
  locked as (
    select q.kind, q.part, q.day from quota_use q join wanted w
      on q.account = $6 and q.kind = w.kind and q.part = w.part and q.day = w.day
    order by q.kind, q.part, q.day for update of q
  )
  update quota_use q set used = greatest(q.used - w.amount, 0)
  from wanted w join locked l on l.kind = w.kind and l.part = w.part and l.day = w.day
  where q.account = $7 and q.kind = w.kind and q.part = w.part and q.day = w.day;

-- identity/sessions.ts listSessions
select s.id, s.user_id as "userId", s.method, s.create_time as "createTime", s.last_use as "lastUse",
    s.expires_at as "expiresAt", s.ip, s.user_agent as "userAgent"
  from sessions s join users u on u.id = s.user_id
  where s.user_id = $1 and s.expires_at > $2
    and (s.create_time >= u.tokens_from or s.id = u.kept_session)
    and not exists (select 1 from ended_sessions e where e.session = s.id)
  order by s.last_use desc, s.id limit $3;

-- identity/sessions.ts listSessions: one
select s.id, s.user_id as "userId", s.method, s.create_time as "createTime", s.last_use as "lastUse",
    s.expires_at as "expiresAt", s.ip, s.user_agent as "userAgent"
  from sessions s join users u on u.id = s.user_id
  where s.user_id = $1 and s.expires_at > $2
    and s.id = $3
    and (s.create_time >= u.tokens_from or s.id = u.kept_session)
    and not exists (select 1 from ended_sessions e where e.session = s.id)
  order by s.last_use desc, s.id limit $4;

-- jobs/failed-emails.ts listFailedEmails: first page
with failed as (
    select a.entry, a.email, a.form, a.time from forms f join email_attempts a on a.form = f.id
    where f.account = $1 and a.state in ('refused', 'notSent', 'partlySent', 'unknown', 'sending')
      and (a.state <> 'sending' or a.time < clock_timestamp() - $2::float8 * interval '1 millisecond')
      and not exists (select from email_attempts l where l.entry = a.entry and l.email = a.email and l.attempt > a.attempt)
    order by a.time desc, a.entry desc, a.email desc limit $3)
  select f.entry, f.form, f.email, f.time, e.idx, e.create_time as "actionTime", (s.place - 1)::int as n, json_build_object(
    'id', s.item->'id', 'action', s.item->'action', 'to', s.item->'to',
    'testEmailAddress', s.item->'testEmailAddress', 'subject', s.item->'subject', 'error', s.item->'error',
    'hasText', (s.item->'subject')::text || (s.item->'text')::text || coalesce((s.item->'html')::text, '""') <> '""""""'
  )::text as facts
  from failed f join entries e on e.id = f.entry and e.status <> $4
    cross join lateral json_array_elements(e.sent_emails) with ordinality as s (item, place)
  where (s.item->'id')::text = '"' || f.email || '"'
  order by f.time desc, f.entry desc, f.email desc;

-- jobs/failed-emails.ts listFailedEmails: next page
with failed as (
    select a.entry, a.email, a.form, a.time from forms f join email_attempts a on a.form = f.id
    where f.account = $1 and a.state in ('refused', 'notSent', 'partlySent', 'unknown', 'sending')
      and (a.state <> 'sending' or a.time < clock_timestamp() - $2::float8 * interval '1 millisecond')
      and (a.time, a.entry, a.email) < ($3::timestamptz, $4, $5)
      and not exists (select from email_attempts l where l.entry = a.entry and l.email = a.email and l.attempt > a.attempt)
    order by a.time desc, a.entry desc, a.email desc limit $6)
  select f.entry, f.form, f.email, f.time, e.idx, e.create_time as "actionTime", (s.place - 1)::int as n, json_build_object(
    'id', s.item->'id', 'action', s.item->'action', 'to', s.item->'to',
    'testEmailAddress', s.item->'testEmailAddress', 'subject', s.item->'subject', 'error', s.item->'error',
    'hasText', (s.item->'subject')::text || (s.item->'text')::text || coalesce((s.item->'html')::text, '""') <> '""""""'
  )::text as facts
  from failed f join entries e on e.id = f.entry and e.status <> $7
    cross join lateral json_array_elements(e.sent_emails) with ordinality as s (item, place)
  where (s.item->'id')::text = '"' || f.email || '"'
  order by f.time desc, f.entry desc, f.email desc;

-- jobs/future-times.ts correctFutureTimes
update jobs set last_run = $1::timestamptz
  where last_run > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update set_refresh_plan set next_time = $1::timestamptz
  where next_time > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update set_refreshes set last_try = $1::timestamptz
  where last_try > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update set_refreshes set last_success = $1::timestamptz
  where last_success > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update idempotency_keys set create_time = $1::timestamptz , owed_until = null
  where create_time > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update login_failures set window_start = $1::timestamptz
  where window_start > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update request_rates set start = $1::timestamptz
  where start > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update export_progress set changed_at = $1::timestamptz
  where changed_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update known_addresses set last_time = $1::timestamptz
  where last_time > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update notices set last_time = $1::timestamptz
  where last_time > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update sessions set last_use = $1::timestamptz
  where last_use > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update sessions set proved_at = $1::timestamptz
  where proved_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update sessions set expires_at = $1::timestamptz
  where expires_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update api_keys set last_use = $1::timestamptz
  where last_use > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update person_links set expires_at = $1::timestamptz
  where expires_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update upload_holds set time = $1::timestamptz
  where time > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update options_uploads set change_time = $1::timestamptz
  where change_time > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update web_assets set last_built = $1::timestamptz
  where last_built > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update files set create_time = $1::timestamptz
  where create_time > $2::timestamptz and used_at is null and state <> 'deleted';

-- jobs/future-times.ts correctFutureTimes
update files set expires_at = $1::timestamptz
  where expires_at > $2::timestamptz and state <> 'deleted';

-- jobs/future-times.ts correctFutureTimes
update files set delete_time = $1::timestamptz
  where delete_time > $2::timestamptz and state = 'deleted';

-- jobs/future-times.ts correctFutureTimes
update file_holders set check_at = $1::timestamptz
  where check_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update file_holders set dropped_at = $1::timestamptz
  where dropped_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update pictures set unnamed_since = $1::timestamptz
  where unnamed_since > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update outbox set create_time = $1::timestamptz
  where create_time > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update outbox set taken_at = $1::timestamptz
  where taken_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update users set tokens_from = $1::timestamptz
  where tokens_from > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update users set last_login = $1::timestamptz , token_generation = token_generation + 1
  where last_login > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update form_indexes set last_use = $1::timestamptz
  where last_use > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update form_indexes set builds_until = $1::timestamptz
  where builds_until > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update entry_key_sets set last_use = $1::timestamptz
  where last_use > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update forms set changed_at = $1::timestamptz
  where changed_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update form_counters set changed_at = $1::timestamptz
  where changed_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
update form_counters set bytes_counted_at = $1::timestamptz
  where bytes_counted_at > $2::timestamptz and true;

-- jobs/future-times.ts correctFutureTimes
delete from quota_use where day > $1;

-- jobs/future-times.ts correctFutureTimes
delete from email_counts where day > $1::date;

-- jobs/outbox.ts insertOwed
insert into outbox (action, entry, form, rules, test_address, is_anonymous, main_pdf, has_link, create_time)
    select o.*, clock_timestamp() from json_to_recordset( $1::text::json) as o (action text, entry text, form text, rules text, "testAddress" text, "isAnonymous" boolean, "mainPdf" text,
  "hasLink" boolean);
