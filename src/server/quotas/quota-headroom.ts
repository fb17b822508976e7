// How many entries and drafts a form and its account may hold. The numbers go into the shared write statement, which compares
// them with counters that it has locked anyway: exact over processes, and no row more for a submit.
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { EntryRoom } from '../store/entries/entry-headroom.ts';
import { findStrangerDrafts } from '../store/entries/entry-quotas.ts';

export interface EntryToCount {
  readonly form: LoadedForm;
  readonly isAnonymous: boolean;
  /** Of the data of a draft; undefined for what is not a draft. */
  readonly draftBytes: number | undefined;
}

export async function quotaHeadroom(entry: EntryToCount, { quotas }: Pick<Services, 'quotas'>): Promise<EntryRoom> {
  const { form, isAnonymous, draftBytes } = entry;
  const limits = await quotas.limitsOf(form.account);
  const most = (name: 'entries' | 'drafts' | 'form.entries' | 'form.drafts') =>
    asInteger(quotas.mostFor(limits[name], isAnonymous));
  const isStrangers = isAnonymous && draftBytes !== undefined;
  const account = { entries: most('entries'), drafts: draftBytes === undefined ? 0 : most('drafts') };
  return {
    entries: most('form.entries'),
    drafts: most('form.drafts'),
    strangerDrafts: asInteger(limits['form.strangerDrafts']),
    strangerDraftBytes: limits['form.strangerDraftBytes'],
    draftBytes: isStrangers ? draftBytes : 0,
    account: account.entries > 0 || account.drafts > 0 ? account : undefined,
  };
}

const maxInteger = 2_147_483_647;

/** Counters are integers: what is beyond them does not limit. */
function asInteger(max: number): number {
  return max > maxInteger ? 0 : max;
}

/** Why a stranger's draft could not be saved again, if it is because it grew too much. */
export async function refuseGrownDraft(
  draft: { entry: string; form: LoadedForm; bytes: number },
  services: Pick<Services, 'db' | 'quotas'>,
): Promise<void> {
  const { 'form.strangerDraftBytes': max } = await services.quotas.limitsOf(draft.form.account);
  const found = await findStrangerDrafts(services.db.sql, draft.entry);
  if (max === 0 || found === undefined || found.ownBytes === 0) return;
  const growth = draft.bytes - found.ownBytes;
  if (growth > 0 && found.bytes + growth > max) throw errors.quotaReached({ limit: 'form.strangerDraftBytes' });
}
