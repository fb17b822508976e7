// Login tokens end by number as well as by time: a clock that was wrong when a password was changed must not bring them back.
export const tokenGeneration = {
  number: 15,
  name: 'token-generation',
  sql: `
alter table users add column token_generation integer not null default 0;
`,
};
