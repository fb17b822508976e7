// Pictures that owners put into their forms, and which forms name them.
export const pictures = {
  number: 31,
  name: 'pictures',
  sql: `
create table pictures (
  -- The unguessable part of its address.
  id text collate "C" primary key,
  account text collate "C" not null,
  -- The form that it was sent for; it may be gone while another form names the picture.
  form text collate "C" not null,
  -- Of its content, which is a row of files with the kind 'picture'.
  storage_key text collate "C" not null,
  content_type text not null,
  size integer not null,
  create_time timestamptz(3) not null,
  -- Since when no form names it; null while one does.
  unnamed_since timestamptz(3)
);
create index pictures_form on pictures (form);
create index pictures_unnamed on pictures (unnamed_since) where unnamed_since is not null;

create table picture_uses (
  form text collate "C" not null references forms (id) on delete cascade,
  picture text collate "C" not null references pictures (id) on delete cascade,
  primary key (form, picture)
);
create index picture_uses_picture on picture_uses (picture);
`,
};
