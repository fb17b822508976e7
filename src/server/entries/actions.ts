// One item of an entry's history. [entries.actions] [entries.actions.bounded]
import type { ActionType, ApiAction } from '../../api-types/entries.ts';
import { errors } from '../base/errors.ts';
import type { ApiRequest } from '../http/api-request.ts';

export function makeAction(action: { id: string; type: ActionType; time: string }, request: ApiRequest): ApiAction {
  const { id, type, time } = action;
  const { ip, userAgent, caller } = request;
  return caller === undefined
    ? { id, type, time, ip, userAgent }
    : { id, type, time, ip, userAgent, user: caller.user.id };
}

/** Characters of a history: 2,500 saves from the longest user agent there may be, 6,000 from an ordinary browser. */
const maxActionsLength = 2_000_000;

/** Every save and edit adds to the row and writes all of it again. Submits and deletions end that, so they are never refused. */
export function refuseFullHistory({ actions }: { readonly actions: string }): void {
  if (actions.length >= maxActionsLength) throw errors.historyFull();
}
