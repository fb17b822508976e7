// Route table: what a team knows about an entry besides its data, and its emails.
import Joi from 'joi';
import { listEntryEmails } from '../entries/emails/entry-emails.ts';
import { type FailedEmailsQuery, listFailed, maxFailed } from '../entries/emails/failed-emails.ts';
import { resendEmail } from '../entries/emails/resend-email.ts';
import { sendTestEmail, type TestEmailPayload } from '../entries/emails/test-email.ts';
import { addNote, listOwnNotes, maxNoteLength, type NotePayload, removeNote } from '../entries/team/entry-notes.ts';
import {
  getTeam,
  getTeamWords,
  maxTags,
  maxWordLength,
  patchTeam,
  type TeamPayload,
} from '../entries/team/entry-team.ts';
import { emailCheck, newFormCheck } from '../forms/form-checks.ts';
import { afterCheck, checked, checkOf, idCheck, idParam } from '../http/checks.ts';
import { type Route, route } from '../http/route.ts';
import { listOf, message, ref } from '../openapi/schema-parts.ts';

const tag = 'Entries';
const entryId = idParam('entryId');
const word = Joi.string().trim().max(maxWordLength);
/** A form and its answers. */
const maxTestBytes = 2_097_152;
/** More than any entry records. */
const maxEmails = 100_000;

export const noteRoutes: readonly Route[] = [
  route({
    operationId: 'listNotes',
    method: 'GET',
    path: '/entry/:entryId/notes',
    access: 'credential',
    tag,
    summary: 'List the notes on an entry',
    description: 'Oldest first. Only the team sees them; they go when the entry is deleted.',
    params: entryId,
    response: listOf(ref('EntryNote')),
    handle: listOwnNotes,
  }),
  route({
    operationId: 'addNote',
    method: 'POST',
    path: '/entry/:entryId/notes',
    access: 'credential',
    tag,
    summary: 'Add a note to an entry',
    description: 'Only the team sees it.',
    params: entryId,
    payload: checkOf<NotePayload>({ text: Joi.string().trim().max(maxNoteLength).required() }),
    response: ref('EntryNote'),
    handle: addNote,
  }),
  route({
    operationId: 'deleteNote',
    method: 'DELETE',
    path: '/entry/:entryId/notes/:noteId',
    access: 'credential',
    tag,
    summary: 'Delete a note of my own',
    description: 'Notes of others stay: 403.',
    params: checkOf<{ entryId: string; noteId: string }>({ entryId: idCheck.required(), noteId: idCheck.required() }),
    response: message,
    handle: removeNote,
  }),
  route({
    operationId: 'getEntryTeam',
    method: 'GET',
    path: '/entry/:entryId/team',
    access: 'credential',
    tag,
    summary: "Get the team's status, assignee and tags of an entry",
    description: 'Words of the team, not of the person who filled in the form.',
    params: entryId,
    response: ref('EntryTeam'),
    handle: getTeam,
  }),
  route({
    operationId: 'updateEntryTeam',
    method: 'PATCH',
    path: '/entry/:entryId/team',
    access: 'credential',
    tag,
    summary: "Change the team's status, assignee or tags of an entry",
    description: 'What is not sent stays as it is. The entry itself does not change, nor does its `changedAt`.',
    params: entryId,
    payload: checkOf<TeamPayload>({
      status: word.allow(''),
      assignee: idCheck.allow(null),
      tags: Joi.array().items(word).max(maxTags),
    }),
    response: ref('EntryTeam'),
    errors: ['userNotFound'],
    handle: patchTeam,
  }),
  route({
    operationId: 'getTeamWords',
    method: 'GET',
    path: '/form/:formId/team',
    access: 'credential',
    tag: 'Forms',
    summary: "The team's statuses and tags that entries of a form have",
    description: 'Most used first, at most 50 of each, of the entries that were changed last.',
    params: idParam('formId'),
    response: ref('TeamWords'),
    handle: getTeamWords,
  }),
  route({
    operationId: 'listEntryEmails',
    method: 'GET',
    path: '/entry/:entryId/emails',
    access: 'credential',
    showsAnswers: true,
    tag,
    summary: 'What became of the emails of an entry',
    description:
      'In the order of `sentEmails`, then those that wait. `outbox` is an email that became a file because mail is not set up.',
    params: entryId,
    response: ref('EntryEmails'),
    handle: listEntryEmails,
  }),
  route({
    operationId: 'resendEmail',
    method: 'POST',
    path: '/entry/:entryId/emails/:n/resend',
    access: 'credential',
    tag,
    summary: 'Send an email of an entry again',
    description:
      'As it was, with its PDF; `n` is its place in `sentEmails`, from 0. The response says what became of it: a mail server that refuses it is not an error. At most 10 times for each email.',
    params: checkOf<{ entryId: string; n: number }>({
      entryId: idCheck.required(),
      n: Joi.number().integer().min(0).max(maxEmails).required(),
    }),
    response: ref('EntryEmail'),
    errors: ['emailNotKept', 'dailyQuotaReached'],
    handle: resendEmail,
  }),
  route({
    operationId: 'sendTestEmail',
    method: 'POST',
    path: '/form/:formId/emails/test',
    access: 'credential',
    showsAnswers: true,
    tag: 'Forms',
    summary: 'Send an email of a form to myself',
    description:
      'As a rule `email` would send it, to the address of whoever asks and to nobody else; its `if` is left aside. The answers are those ' +
      'of `entry`, or `data`; `form` is what POST /form takes, for a form that is not saved. The response says what became of the ' +
      'email: a mail server that refuses it is not an error. At most 50 a day for each user.',
    params: idParam('formId'),
    payload: checked<TestEmailPayload>(
      Joi.object({
        email: emailCheck.required(),
        form: newFormCheck,
        data: Joi.object().unknown(),
        entry: idCheck,
      }).oxor('data', 'entry'),
    ),
    maxBodyBytes: maxTestBytes,
    response: ref('TestEmail'),
    stopsWithCaller: true,
    errors: ['dailyQuotaReached'],
    handle: sendTestEmail,
  }),
  route({
    method: 'GET',
    path: '/emails/failed',
    operationId: 'listFailedEmails',
    access: 'credential',
    showsAnswers: true,
    tag,
    summary: 'Emails of my account that failed',
    description:
      'Of all entries, newest first: refused by the mail server, not sent, sent to some of the recipients, or not known. One that was sent again with success is no longer listed.',
    query: checkOf<FailedEmailsQuery>({ limit: Joi.number().integer().min(1).max(maxFailed), after: afterCheck }),
    response: listOf(ref('FailedEmail')),
    isPaged: true,
    stopsWithCaller: true,
    handle: listFailed,
  }),
];
