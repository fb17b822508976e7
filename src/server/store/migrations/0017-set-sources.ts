// Where the options of maintained sets came from, and which reader read a tax year: a better one reads it again.
export const setSources = {
  number: 17,
  name: 'set-sources',
  sql: `
-- Addresses of the options that the set has; null for those of the first start and of before.
alter table set_refreshes add column source text;
alter table tax_years add column reader integer not null default 0;
`,
};
