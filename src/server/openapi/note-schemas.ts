// JSON Schemas of what a team knows about an entry: notes, status, assignee, tags, and the states of emails.
import { array, count, flag, id, object, oneOf, orNull, ref, schema, text, time } from './schema-parts.ts';

const person = object({ id, name: text });
const state = oneOf('sent', 'partlySent', 'refused', 'notSent', 'unknown', 'outbox', 'waiting', 'unrecorded');
const words = schema<string>({ ...text, description: "The mail server's own words." });
const attempt = object({ time, state, words, by: person }, ['words', 'by']);

const emailParts = {
  id,
  n: count,
  action: id,
  to: array(text),
  subject: text,
  time,
  state,
  words,
  error: text,
  canResend: flag,
  attempts: array(attempt),
};
const maybeMissing = ['id', 'n', 'to', 'subject', 'words', 'error'] as const;

export const noteSchemas = {
  EntryNote: object({ id, time, by: person, text }),
  EntryTeam: object({ status: text, assignee: orNull(id), assigneeName: text, tags: array(text) }),
  TeamWords: object({ statuses: array(text), tags: array(text) }),
  EntryEmail: object(emailParts, [...maybeMissing]),
  FailedEmail: object({ ...emailParts, entry: id, idx: count, form: id, formName: text }, [...maybeMissing]),
  TestEmail: object({ to: text, subject: text, state, words, error: text }, ['words', 'error']),
  EntryEmails: object({ isMailSetUp: flag, data: array(ref('EntryEmail')) }),
};
