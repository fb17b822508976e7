// Every migration in order. Append only: one that has landed is never edited.
import { foundation } from './0001-foundation.ts';
import { entries } from './0002-entries.ts';
import { files } from './0003-files.ts';
import { optionsSets } from './0004-options-sets.ts';
import { entriesByStatus } from './0005-entries-by-status.ts';
import { activityAbout } from './0006-activity-about.ts';
import { optionsDataKeys } from './0007-options-data-keys.ts';
import { exportProgress } from './0008-export-progress.ts';
import { quotas } from './0009-quotas.ts';
import { mail } from './0010-mail.ts';
import { sessions } from './0011-sessions.ts';
import { fileHolders } from './0012-file-holders.ts';
import { owedAnswers } from './0013-owed-answers.ts';
import { markersById } from './0014-markers-by-id.ts';
import { tokenGeneration } from './0015-token-generation.ts';
import { outbox } from './0016-outbox.ts';
import { setSources } from './0017-set-sources.ts';
import { setLists } from './0018-set-lists.ts';
import { optionsUploads } from './0019-options-uploads.ts';
import { webAssets } from './0020-web-assets.ts';
import { people } from './0021-people.ts';
import { providerIdentities } from './0022-provider-identities.ts';
import { factors } from './0023-factors.ts';
import { invitations } from './0024-invitations.ts';
import { audit } from './0025-audit.ts';
import { entryIndex } from './0026-entry-index.ts';
import { entryViews } from './0027-entry-views.ts';
import { entryChanges } from './0028-entry-changes.ts';
import { notesAndEmails } from './0029-notes-and-emails.ts';
import { formVisits } from './0030-form-visits.ts';
import { pictures } from './0031-pictures.ts';
import { failedEmails } from './0033-failed-emails.ts';
import { requestRates } from './0034-request-rates.ts';
import { entryBytes } from './0035-entry-bytes.ts';
import { leavingForms } from './0036-leaving-forms.ts';
import { notices } from './0037-notices.ts';
import { proofs } from './0038-proofs.ts';
import { storingFiles } from './0041-storing-files.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  foundation,
  entries,
  files,
  optionsSets,
  entriesByStatus,
  activityAbout,
  optionsDataKeys,
  exportProgress,
  quotas,
  mail,
  sessions,
  fileHolders,
  owedAnswers,
  markersById,
  tokenGeneration,
  outbox,
  setSources,
  setLists,
  optionsUploads,
  webAssets,
  people,
  providerIdentities,
  factors,
  invitations,
  audit,
  entryIndex,
  entryViews,
  entryChanges,
  notesAndEmails,
  formVisits,
  pictures,
  failedEmails,
  requestRates,
  entryBytes,
  leavingForms,
  notices,
  proofs,
  storingFiles,
];
