// Who read answers, where the account asks for it (auditViews): one line for each request, whatever it shows, written before the
// response leaves. Routes say so themselves (showsAnswers); OData tables call recordViews. What the tools for agents read, they read
// through routes. [identity.audit.views]

import type { Services } from '../base/services.ts';
import { ApiResponse } from '../http/api-request.ts';
import type { RecordRead } from '../http/lifecycle.ts';
import { findEntryForm } from '../store/entries/entries.ts';
import { recordAudit } from './record-audit.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain' | 'accountSettings'>;

type AuditRequest = Parameters<typeof recordAudit>[2];

export interface Read {
  /** The operation that showed them. */
  readonly by: string;
  readonly entry?: string;
  readonly form?: string | undefined;
  /** Entries or rows; missing where it is not known before all is sent. */
  readonly count?: number | undefined;
  /** Which of them were asked for: never what was searched for in answers. */
  readonly query?: object;
  readonly isNarrowed?: boolean;
}

/** Details are for people: a query that is longer is cut. */
const maxQueryLength = 2_000;

/**
 * A request that shows nothing leaves no line: programs that poll would fill the trail. One that asks about answers does: that nothing
 * was found, or how many were, says what is in them.
 */
export async function recordViews(read: Read, request: AuditRequest, services: Needs): Promise<void> {
  const { caller } = request;
  if (caller === undefined || (read.count === 0 && read.isNarrowed !== true)) return;
  if (!(await services.accountSettings.get(caller.account)).auditViews) return;
  const { by, entry, form, count, query, isNarrowed } = read;
  const text = JSON.stringify(query ?? {});
  const shown = {
    ...(form !== undefined && { form }),
    by,
    ...(entry === undefined && count !== undefined && { count }),
    ...(text !== '{}' && { query: text.length <= maxQueryLength ? query : `${text.slice(0, maxQueryLength)}…` }),
    ...(isNarrowed && { isNarrowed }),
  };
  const object =
    entry !== undefined
      ? ({ action: 'entryView', object: 'entry', objectId: entry } as const)
      : form !== undefined
        ? ({ action: 'entriesView', object: 'form', objectId: form } as const)
        : ({ action: 'entriesView', object: 'entry' } as const);
  await recordAudit(services.db.sql, { ...object, detail: shown }, request, services);
}

/** For routes that show answers. */
export async function recordRead(...[route, request, result, services]: [...Parameters<RecordRead>, Services]) {
  const { caller } = request;
  if (caller === undefined || !(await services.accountSettings.get(caller.account)).auditViews) return;
  const params = request.params as { entryId?: string; formId?: string };
  const { entry = params.entryId } = (request.payload ?? {}) as { entry?: string };
  if (entry !== undefined) {
    // An entry of another account that is open to everybody, such as a template, is not in this account's trail.
    const form = await findEntryForm(services.db.sql, { id: entry, account: caller.account });
    if (form !== undefined) await recordViews({ by: route.operationId, entry, form }, request, services);
    return;
  }
  const { search, where, query, ...others } = request.query as Record<string, unknown>;
  const isNarrowed = (search !== undefined && search !== '') || where !== undefined;
  if (route.showsAnswers === 'narrowed' && !isNarrowed) return;
  // Anything but a GET shows the answers of the entry that it names, or none.
  if (route.method !== 'GET') return;
  const asked = query as { form?: unknown } | undefined;
  const form = params.formId ?? (typeof asked?.form === 'string' ? asked.form : undefined);
  const count = countOf(result);
  const shown = { ...asked, ...pick(others, ['idx', 'fields', 'deleteMarkers']) };
  await recordViews({ by: route.operationId, form, count, query: shown, isNarrowed }, request, services);
}

function countOf(result: unknown): number | undefined {
  const { entryCount, body } = result instanceof ApiResponse ? result : ApiResponse.ofBody(result);
  const { data, count } = (body ?? {}) as { data?: unknown; count?: unknown };
  if (typeof count === 'number') return count;
  return entryCount ?? (Array.isArray(data) ? data.length : undefined);
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}
