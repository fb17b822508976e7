// GET and POST /form/{formId}/views, PATCH and DELETE /form/{formId}/views/{viewId}. [lists.views] [lists.views.private]
// [lists.views.bounds]
import type { ApiList, ApiMessage } from '../../../api-types/lists.ts';
import type { EntryView, ViewState } from '../../../api-types/views.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { responseText } from '../../http/response-text.ts';
import type { Runner, Transaction } from '../../store/connection/db.ts';
import {
  countEntryViews,
  deleteEntryView,
  type EntryViewRow,
  insertEntryView,
  listEntryViews,
  lockEntryView,
  type NewEntryViewRow,
  setEntryView,
  shareForm,
} from '../../store/entries/entry-views.ts';
import { findFormAccount } from '../../store/forms/forms.ts';
import { lockAccount } from '../../store/identity/accounts.ts';
import { shareUser } from '../../store/identity/users.ts';
import type { NewView, ViewChange } from './view-checks.ts';

/** Of one form, for one user: the shared ones and their own. */
export const maxViews = 100;

interface FormParams {
  readonly formId: string;
}
export interface ViewParams extends FormParams {
  readonly viewId: string;
}

export async function listViews(
  request: ApiRequest<FormParams>,
  services: Pick<Services, 'db'>,
): Promise<ApiList<EntryView>> {
  const { account, user } = callerOf(request);
  const form = request.params.formId;
  refuseForeign(form, await findFormAccount(services.db.sql, form), account);
  const rows = await listEntryViews(services.db.sql, { account, form, user: user.id });
  return { data: rows.map(presentView) };
}

export async function createView(
  request: ApiRequest<FormParams, unknown, NewView>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<EntryView> {
  const { account, user } = callerOf(request);
  const form = request.params.formId;
  const { name, isShared, state } = request.payload;
  const time = isoNow(services.clock);
  const view: NewEntryViewRow = {
    id: services.newId(),
    account,
    form,
    name,
    owner: isShared ? null : user.id,
    madeBy: user.id,
    createTime: time,
    modifyTime: time,
    state: JSON.stringify(state),
  };
  const create = async (tx: Transaction) => {
    await checkOwnForm(tx, form, account);
    if (!(await shareUser(tx, user.id))) throw errors.invalidToken();
    // Two at once would each find room for one more.
    await lockAccount(tx, account);
    const count = await countEntryViews(tx, { account, form, user: user.id });
    if (count >= maxViews) throw errors.quotaReached({ limit: 'views' });
    await insertEntryView(tx, view);
    await recordAudit(tx, { action: 'viewCreate', ...auditedView(view) }, request, services);
  };
  await services.db.transaction(create, { lane: `account ${account}` });
  return presentView({ ...view, makerName: user.name || user.email });
}

/** Anybody of the account changes a shared one; only who made it takes it back for themselves. */
export async function changeView(
  request: ApiRequest<ViewParams, unknown, ViewChange>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<EntryView> {
  const { user } = callerOf(request);
  const { name, isShared, state } = request.payload;
  return services.db.transaction(async (tx) => {
    const view = await lockVisibleView(tx, request);
    if (isShared === false && view.owner === null && view.madeBy !== user.id) throw errors.insufficientPermissions();
    const changed: EntryViewRow = {
      ...view,
      name: name ?? view.name,
      owner: isShared === undefined ? view.owner : isShared ? null : user.id,
      modifyTime: isoNow(services.clock),
      state: state === undefined ? view.state : JSON.stringify(state),
    };
    await setEntryView(tx, changed);
    await recordAudit(tx, { action: 'viewChange', ...auditedView(changed) }, request, services);
    return presentView(changed);
  });
}

export async function removeView(
  request: ApiRequest<ViewParams>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiMessage> {
  await services.db.transaction(async (tx) => {
    const view = await lockVisibleView(tx, request);
    await deleteEntryView(tx, view.id);
    await recordAudit(tx, { action: 'viewDelete', ...auditedView(view) }, request, services);
  });
  return { message: responseText(request, 'viewDeleted') };
}

/** A colleague's private view is as if it were not there. */
async function lockVisibleView(sql: Runner, request: ApiRequest<ViewParams>): Promise<EntryViewRow> {
  const { account, user } = callerOf(request);
  const { formId: form, viewId: id } = request.params;
  await checkOwnForm(sql, form, account);
  const view = await lockEntryView(sql, { id, account, form, user: user.id });
  if (view === undefined) throw errors.viewNotFound(id);
  return view;
}

/** [conventions.accounts] */
async function checkOwnForm(sql: Runner, form: string, account: string): Promise<void> {
  refuseForeign(form, await shareForm(sql, form), account);
}

function refuseForeign(form: string, owner: string | undefined, account: string): void {
  if (owner === undefined) throw errors.formNotFound(form);
  if (owner !== account) throw errors.insufficientPermissions();
}

function auditedView({ id, form, name, owner }: NewEntryViewRow) {
  return { object: 'view', objectId: id, name, detail: { form, isShared: owner === null } } as const;
}

function presentView({ id, name, owner, madeBy, makerName, createTime, modifyTime, state }: EntryViewRow): EntryView {
  return {
    id,
    name,
    isShared: owner === null,
    ...(madeBy !== null && makerName !== null && { by: { id: madeBy, name: makerName } }),
    createTime,
    modifyTime,
    state: JSON.parse(state) as ViewState,
  };
}
