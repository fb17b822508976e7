// Requests of busy addresses in their current minute, over all processes. [limits.rate]
// Unlogged: after a crash or a failover the minute begins again, and nothing is written twice for it.
export const requestRates = {
  number: 34,
  name: 'request-rates',
  sql: `
create unlogged table request_rates (
  address text primary key,
  start timestamptz not null,
  used integer not null
);
`,
};
