// Until when the request that used an idempotency key first is known to be at work on its response.
export const owedAnswers = {
  number: 13,
  name: 'owed-answers',
  sql: `
alter table idempotency_keys add column owed_until timestamptz(3);
`,
};
