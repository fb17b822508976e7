// How often forms were opened, started and sent, by hour. Nothing about who did.
export const formVisits = {
  number: 30,
  name: 'form-visits',
  sql: `
create table form_visits (
  form text collate "C" not null references forms (id) on delete cascade,
  -- When the hour begins.
  hour timestamptz(0) not null,
  opened integer not null default 0,
  started integer not null default 0,
  sent integer not null default 0,
  primary key (form, hour)
);
`,
};
