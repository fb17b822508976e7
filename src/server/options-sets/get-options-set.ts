// GET /optionsSet and GET /optionsSet/{setId}: the account's own sets and those the service maintains. SPEC.md "Options sets".
import { errors } from '../errors.ts';
import { Answer, type ApiRequest, callerOf } from '../http/api-request.ts';
import { type IdOperators, readIdFilter } from '../http/id-filter.ts';
import { nextPageLink, projectFields, readCursor, writeCursor } from '../http/lists.ts';
import type { Services } from '../services.ts';
import { findOptionsSet, listOptionsSets, type OptionsSetRow } from '../store/options-sets.ts';
import { MAINTAINING_ACCOUNT } from './maintained/maintained-sets.ts';

export function presentOptionsSet(row: OptionsSetRow) {
  const { id, name, account, createTime, modifyTime } = row;
  return { id, name, account, createTime, modifyTime };
}

export async function getOptionsSet(request: ApiRequest<{ setId: string }>, services: Services) {
  const { setId } = request.params;
  const row = await findOptionsSet(services.db.sql, setId);
  if (row === undefined) throw errors.optionsSetNotFound(setId);
  if (!visibleAccounts(request).includes(row.account)) throw errors.insufficientPermissions();
  return presentOptionsSet(row);
}

function visibleAccounts(request: ApiRequest): string[] {
  return [callerOf(request).account, MAINTAINING_ACCOUNT];
}

interface ListQuery {
  readonly query?: { _id?: string | IdOperators };
  readonly fields?: string[];
  readonly limit?: number;
  readonly after?: string;
}

export async function listVisibleOptionsSets(
  request: ApiRequest<unknown, ListQuery>,
  services: Services,
): Promise<Answer> {
  const { query, fields, limit, after } = request.query;
  const rows = await listOptionsSets(services.db.sql, {
    accounts: visibleAccounts(request),
    after: after === undefined ? undefined : readCursor(after, services.secrets.cursor),
    limit: limit === undefined ? undefined : limit + 1,
    ids: readIdFilter(query?._id),
  });
  const page = limit === undefined ? rows : rows.slice(0, limit);
  const data = page.map(presentOptionsSet).map((set) => (fields === undefined ? set : projectFields(set, fields)));
  const last = page.at(-1);
  if (rows.length === page.length || last === undefined) return Answer.ofBody({ data });
  const cursor = writeCursor(last.id, services.secrets.cursor);
  return Answer.ofBody(
    { data },
    { link: nextPageLink({ apiUrl: services.config.apiUrl, path: request.path, cursor }) },
  );
}
