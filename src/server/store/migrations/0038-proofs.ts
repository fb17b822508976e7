// When the person behind a session last proved who they are, and which emails their owners have proved.
export const proofs = {
  number: 38,
  name: 'proofs',
  sql: `
alter table sessions add column proved_at timestamptz(3);
update sessions set proved_at = create_time;
-- A session of the management app: what matters asks for a fresh proof. Null: opened with a password before this was recorded, by the app
-- or as a login token; its first use in the cookie decides. A login token lasts 3 days at most.
alter table sessions add column is_of_app boolean;
update sessions set is_of_app = true where method in ('passkey', 'provider', 'invitation') or expires_at > create_time + interval '73 hours';

alter table users add column email_verified_at timestamptz(3);
-- A user whom a colleague made with a password (POST /user) has proved nothing by signing in with it: the colleague knew the password. First
-- users, those of the command line and those who joined by an invitation were not made so.
-- The log is read once, not for each user.
with added as materialized (select account, lower(about) as email, user_id, time from activity_log where type = 'userAdd'),
  reset as materialized (select distinct user_id from activity_log where type = 'passwordReset')
update users u set email_verified_at = now()
where u.id in (select p.user_id from provider_identities p) or u.id in (select r.user_id from reset r)
  or not exists (select 1 from added a where a.account = u.account and a.email = lower(u.email) and a.user_id <> u.id
    and a.time >= u.create_time - interval '1 minute');

-- The link went to the mailbox or through the operator and to nobody else: its use proves whose the email is.
alter table person_links add column proves_email boolean not null default false;
-- Whether an invitation of before was mailed or handed over is not known: it proves nothing.
update person_links set proves_email = true where kind = 'reset';
`,
};
