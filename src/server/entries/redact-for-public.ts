// What a caller without a credential sees of an entry's history: who of the staff did something, from where and with what
// browser, is nobody's business. The actions themselves and every property that an action has stay: id, type and time
// as they are, ip and userAgent as empty texts; `user` is left out. Actions of fillers stay as they are. docs/choices.md.
// [entries.anonymous-view]

import type { ApiAction } from '../../api-types/entries.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { EntryRow } from '../store/entries/entries.ts';

export function redactForPublic(request: Pick<ApiRequest, 'caller'>, row: EntryRow): EntryRow {
  if (request.caller !== undefined || !row.actions.includes('"user":')) return row;
  const actions = (JSON.parse(row.actions) as ApiAction[]).map(withoutStaff);
  return { ...row, actions: JSON.stringify(actions) };
}

function withoutStaff(action: ApiAction): ApiAction {
  const { id, type, time, user } = action;
  return user === undefined ? action : { id, type, time, ip: '', userAgent: '' };
}
