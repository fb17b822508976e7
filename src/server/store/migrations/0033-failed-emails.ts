// Emails that failed, found for a whole account without reading all attempts. [after-actions.emails.failed]
export const failedEmails = {
  number: 33,
  name: 'failed-emails',
  sql: `
create index email_attempts_failed on email_attempts (form, time)
  where state in ('refused', 'notSent', 'partlySent', 'unknown', 'sending');
`,
};
