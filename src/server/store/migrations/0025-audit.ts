// The audit trail: lines that are only ever added, and a chain of hashes over them.
export const audit = {
  number: 25,
  name: 'audit',
  sql: `
create table audit_log (
  id text collate "C" primary key,
  account text collate "C" not null,
  time timestamptz(3) not null,
  action text not null,
  -- Null: the operator, at the command line.
  user_id text collate "C",
  email text,
  -- apiKey, loginToken or command; null where somebody is only about to sign in.
  credential text,
  key_id text collate "C",
  ip text not null,
  user_agent text not null,
  object text not null,
  object_id text,
  -- What the object was called then.
  name text,
  detail json
);
create index audit_log_account on audit_log (account, id);
create index audit_log_object on audit_log (account, object_id, id) where object_id is not null;

-- Lines that have no place in the chain yet: a moment after they were written they have.
create table audit_pending (
  line text collate "C" primary key
);

-- The place of each line in its account's chain.
create table audit_chain (
  account text collate "C" not null,
  seq bigint not null,
  line text collate "C" not null unique,
  -- Which secret the hash was made with.
  key_mark text not null,
  hash text not null,
  primary key (account, seq)
);

-- The last place of each chain; its own hash shows when the newest lines were cut off.
create table audit_heads (
  account text collate "C" primary key,
  seq bigint not null,
  hash text not null,
  mark text not null
);

-- What the activity log knows is where the trail begins.
insert into audit_log (id, account, time, action, user_id, email, ip, user_agent, object, name)
  select id, account, time, type, user_id, email, ip, user_agent, case when type like 'key%' then 'key' else 'user' end, about
  from activity_log;
insert into audit_pending (line) select id from audit_log;

create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('formstead.audit_retention', true) = 'on' then return old; end if;
  raise exception 'lines of the audit trail are not changed or removed' using errcode = 'insufficient_privilege';
end $$;
create trigger keep_audit_log before update or delete on audit_log for each row execute function keep_audit();
create trigger keep_audit_chain before update or delete on audit_chain for each row execute function keep_audit();
create trigger keep_audit_log_whole before truncate on audit_log for each statement execute function keep_audit();
create trigger keep_audit_chain_whole before truncate on audit_chain for each statement execute function keep_audit();
revoke update, delete, truncate on audit_log, audit_chain from current_user;
`,
};
