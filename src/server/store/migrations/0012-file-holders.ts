// Which entries hold, or once held, a stored file; what forms keep; the claims of files that are about to be held.
export const fileHolders = {
  number: 12,
  name: 'file-holders',
  sql: `
-- An entry that shows the file, or has shown it, or is about to. docs/choices.md "Files".
create table file_holders (
  storage_key text collate "C" not null,
  entry text collate "C" not null,
  -- Written before the entry is: after this time a job looks whether the entry came to be. Null once it did.
  check_at timestamptz(3),
  -- When a draft stopped showing it: it ends some hours later.
  dropped_at timestamptz(3),
  primary key (storage_key, entry)
);
create index file_holders_entry on file_holders (entry);
create index file_holders_check on file_holders (check_at) where check_at is not null;
create index file_holders_dropped on file_holders (dropped_at) where dropped_at is not null;

-- When its form kept the file although its entry was deleted: no rule about entries ends it any more.
alter table files add column kept_at timestamptz(3);
-- Deleted uploads stay known for long, files that the service made for a day.
drop index files_deleted;
create index files_deleted_uploads on files (delete_time) where state = 'deleted' and kind = 'upload';
create index files_deleted_generated on files (delete_time) where state = 'deleted' and kind = 'generated';

create temporary table named_files on commit drop as
  select distinct k.key[1] as storage_key, e.id as entry, e.status
  from entries e cross join lateral regexp_matches(e.data::text || e.archived_renders::text,
    '[0-9a-f]{24}/[0-9a-f]{40}', 'g') as k (key)
  where e.status <> 5 and (e.data::text like '%"storageKey"%' or e.archived_renders::text like '%"storageKey"%');
insert into file_holders (storage_key, entry)
  select n.storage_key, n.entry from named_files n join files f on f.storage_key = n.storage_key
    join entries e on e.id = n.entry and e.account = f.account
  where n.status <> 3;
-- What a deleted entry shows and is still stored was kept; so was what forms left behind.
update files f set kept_at = now()
  where f.state = 'stored' and f.used_at is not null and f.expires_at is null
    and not exists (select 1 from file_holders h where h.storage_key = f.storage_key)
    and (exists (select 1 from named_files n where n.storage_key = f.storage_key)
      or not exists (select 1 from forms o where o.id = f.form)
      or exists (select 1 from forms o where o.id = f.form
        and (o.definition->'keepUploadedFiles')::text like '%"deleted"%'));
-- Dropped by their entries long ago, or left behind by a crash: nobody's now.
update files f set used_at = null
  where f.state = 'stored' and f.used_at is not null and f.expires_at is null and f.kept_at is null
    and not exists (select 1 from file_holders h where h.storage_key = f.storage_key);
`,
};
