// GET /entry/{entryId}/history: who did what with an entry, and what changed, newest first. [entries.history]
import type { ApiAction, EntryChange, EntryHistory } from '../../../api-types/entries.ts';
import { type EntryStatus, statusFromNumber } from '../../../core/plan/entry-status.ts';
import { type FindStep, stepFinder } from '../../../core/plan/find-step.ts';
import type { Services } from '../../base/services.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import { largeDataLength, ownTurn } from '../../scheduling/run-in-slices.ts';
import { listEntryChanges, type StoredDelta } from '../../store/entries/entry-changes.ts';
import { findUsersByIds, type UserRow } from '../../store/identity/users.ts';
import { getOwnEntry } from '../edit-entry.ts';

/** The newest ones; of a draft that was saved thousands of times nobody reads more. */
const maxChanges = 200;

export async function getHistory(
  request: ApiRequest<{ entryId: string }>,
  services: Pick<Services, 'db' | 'forms'>,
): Promise<EntryHistory> {
  const row = await getOwnEntry(request.params.entryId, request, services);
  if (row.actions.length >= largeDataLength) await ownTurn();
  const all = JSON.parse(row.actions) as ApiAction[];
  const actions = all.slice(-maxChanges).reverse();
  const users = [...new Set(actions.flatMap(({ user }) => user ?? []))];
  const [stored, people, form] = await Promise.all([
    listEntryChanges(
      services.db.sql,
      row.id,
      actions.map(({ id }) => id),
    ),
    findUsersByIds(services.db.sql, users),
    services.forms.get(row.form),
  ]);
  const deltas = new Map(stored.map(({ action, delta }) => [action, delta]));
  const known = { people, findStep: stepFinder(form.plan), account: row.account };
  const changes: EntryChange[] = [];
  for (const action of actions) {
    const delta = deltas.get(action.id);
    if (delta !== undefined && delta.length >= largeDataLength) await ownTurn();
    changes.push(presentChange(action, delta, known));
  }
  return { data: changes, changes, isMore: all.length > actions.length };
}

interface Known {
  readonly people: ReadonlyMap<string, UserRow>;
  readonly findStep: FindStep;
  readonly account: string;
}

function presentChange(
  action: ApiAction,
  delta: string | undefined,
  { people, findStep, account }: Known,
): EntryChange {
  const { id, time, type, user, ip, userAgent } = action;
  const person = user === undefined ? undefined : people.get(user);
  // Somebody who left is known by the id alone.
  const name = person?.account === account ? person.name || person.email : '';
  const about = {
    id,
    time,
    type,
    action: type,
    ...(user !== undefined && { user, by: { id: user, name } }),
    ip,
    address: ip,
    userAgent,
  };
  if (delta === undefined) return { ...about, detail: 'none', fields: [] };
  const { status, fields, isCut } = JSON.parse(delta) as StoredDelta;
  return {
    ...about,
    detail: isCut === true ? 'paths' : 'whole',
    ...(status !== undefined && { status: { old: statusName(status[0]), new: statusName(status[1]) } }),
    fields: fields.map(({ keys, old = null, new: now = null }) => ({
      path: keys.join('.'),
      keys,
      label: findStep(keys).labels.join(' › '),
      old,
      new: now,
    })),
  };
}

function statusName(number: number): EntryStatus {
  return statusFromNumber(number) as EntryStatus;
}
