// What a team knows about an entry besides what was filled in: notes, status, assignee, tags, and what became of its emails.
import type { ApiEntry } from './entries.ts';
import type { Projection } from './lists.ts';

/** GET and POST /entry/{entryId}/notes */
export interface EntryNote {
  readonly id: string;
  readonly time: string;
  /** `name` is the email of somebody without a name, and empty for somebody who is no longer of the account. */
  readonly by: { readonly id: string; readonly name: string };
  readonly text: string;
}

/** GET and PATCH /entry/{entryId}/team */
export interface EntryTeam {
  /** A word of the team's own; empty where there is none. */
  readonly status: string;
  /** Id of a user of the account. */
  readonly assignee: string | null;
  /** Or the email of somebody without a name; empty where there is nobody, or who was removed. */
  readonly assigneeName: string;
  readonly tags: readonly string[];
}

/** GET /form/{formId}/entries with `fields`: `team` only where they name it. */
export type TableEntry = Projection<ApiEntry> & { readonly team?: EntryTeam };

/** GET /form/{formId}/team: what the team has used for entries of the form, most used first. */
export interface TeamWords {
  readonly statuses: readonly string[];
  readonly tags: readonly string[];
}

/**
 * sent: the mail server took it. partlySent: for some of the recipients. refused: the mail server did not want it. notSent: no
 * mail server was given it. unknown: nobody knows whether it was sent. outbox: mail is not set up, so it is a file in the
 * outbox folder. waiting: it will be sent. unrecorded: sent before the service kept what became of emails.
 */
export type EmailState =
  | 'sent'
  | 'partlySent'
  | 'refused'
  | 'notSent'
  | 'unknown'
  | 'outbox'
  | 'waiting'
  | 'unrecorded';

export interface EmailAttempt {
  readonly time: string;
  readonly state: EmailState;
  /** The mail server's, where it said something. */
  readonly words?: string;
  /** Who sent it again; missing for the first attempt. */
  readonly by?: { readonly id: string; readonly name: string };
}

/** An email as it is now: as its last attempt left it. Missing: what is not known of one that waits. */
export interface EntryEmail {
  readonly id?: string;
  /** Its place in `sentEmails`. */
  readonly n?: number;
  /** The action that it belongs to. */
  readonly action: string;
  readonly to?: readonly string[];
  readonly subject?: string;
  readonly time: string;
  readonly state: EmailState;
  readonly words?: string;
  /** Why it was not sent, as `sentEmails` has it. */
  readonly error?: string;
  readonly canResend: boolean;
  readonly attempts: readonly EmailAttempt[];
}

/** POST /form/{formId}/emails/test */
export interface TestEmail {
  /** Whoever asked for it. */
  readonly to: string;
  readonly subject: string;
  readonly state: EmailState;
  readonly words?: string;
  /** Why it was not sent, or what could not be attached. */
  readonly error?: string;
}

/** GET /entry/{entryId}/emails: oldest first, those that wait last. */
export interface EntryEmails {
  readonly isMailSetUp: boolean;
  readonly data: readonly EntryEmail[];
}

/** GET /emails/failed: an email that did not reach everybody, as its last attempt left it. */
export interface FailedEmail extends EntryEmail {
  readonly entry: string;
  /** Number of the entry. */
  readonly idx: number;
  readonly form: string;
  /** Empty for a form without a name. */
  readonly formName: string;
}
