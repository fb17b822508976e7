// GET and PATCH /entry/{entryId}/team: the team's own status of an entry, who takes care of it, and tags; and
// GET /form/{formId}/team: the words that it uses. Neither fillers nor pollers see any of it. [entries.team] [entries.team.words]
import type { EntryTeam, TeamWords } from '../../../api-types/notes.ts';
import { entryStatusNumber } from '../../../core/plan/entry-status.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { refuseForeignFormId } from '../../forms/with-current-form.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { changeTeam, findTeam, listTeamWords, lockEntry, noTeam } from '../../store/entries/notes.ts';
import { findUsersByIds } from '../../store/identity/users.ts';
import { getOwnEntry } from '../edit-entry.ts';

/** Characters of a status or a tag, and tags of an entry. docs/limits.md "Notes". */
export const maxWordLength = 40;
export const maxTags = 20;

export async function getTeam(
  request: ApiRequest<{ entryId: string }>,
  services: Pick<Services, 'db'>,
): Promise<EntryTeam> {
  const row = await getOwnEntry(request.params.entryId, request, services);
  return (await findTeam(services.db.sql, row.id)) ?? noTeam;
}

export interface TeamPayload {
  readonly status?: string;
  readonly assignee?: string | null;
  readonly tags?: readonly string[];
}

/** What is not sent stays as it is. */
export async function patchTeam(
  request: ApiRequest<{ entryId: string }, unknown, TeamPayload>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<EntryTeam> {
  const { status, assignee, tags } = request.payload;
  const {
    id: entry,
    form,
    account,
    status: entryStatus,
  } = await getOwnEntry(request.params.entryId, request, services);
  if (entryStatus === entryStatusNumber('deleted')) throw errors.refused('editDeleted');
  if (typeof assignee === 'string') await refuseForeignUser({ account, user: assignee }, services);
  const uniqueTags = tags && [...new Set(tags)];
  return services.db.transaction(async (tx) => {
    if ((await lockEntry(tx, entry)) === undefined) throw errors.refused('editDeleted');
    const change = { entry, form, status, assignee, tags: uniqueTags };
    const changed = await changeTeam(tx, change);
    // Which, not what: words about people do not belong into a trail that nobody can erase.
    const detail = { form, changes: Object.keys(request.payload) };
    await recordAudit(tx, { action: 'teamChange', object: 'entry', objectId: entry, detail }, request, services);
    return changed;
  });
}

async function refuseForeignUser(
  wanted: { account: string; user: string },
  { db }: Pick<Services, 'db'>,
): Promise<void> {
  const user = (await findUsersByIds(db.sql, [wanted.user])).get(wanted.user);
  if (user?.account !== wanted.account) throw errors.userNotFound(wanted.user);
}

export async function getTeamWords(
  request: ApiRequest<{ formId: string }>,
  services: Pick<Services, 'db'>,
): Promise<TeamWords> {
  const { formId } = request.params;
  callerOf(request);
  await refuseForeignFormId(formId, request, services);
  return listTeamWords(services.db.sql, formId);
}
