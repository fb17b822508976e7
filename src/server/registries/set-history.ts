// GET /optionsSet/{setId}/lists, the difference of one of them from the current one, going back to it, and accepting a refused one.
// Everybody sees the lists of maintained sets; only operators compare and change them, because all accounts share these sets.
// [options-sets.maintained.history] [options-sets.maintained.rollback] [options-sets.maintained.accept] [options-sets.maintained.diff]
import Joi from 'joi';
import type { RefusedSetList, SetDiff, SetList, SetLists } from '../../api-types/options-sets.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { checked, checkOf, idCheck } from '../http/checks.ts';
import { checkOperator, isOperator } from '../identity/operators.ts';
import { getVisibleSet } from '../options-sets/get-options-set.ts';
import { allMaintainedSets, type MaintainedSet } from '../options-sets/maintained-sets.ts';
import { hideFolders, showSource } from '../options-sets/show-source.ts';
import type { OptionsSetRow } from '../store/options-sets/options-sets.ts';
import { listSetLists, type SetListRow } from '../store/options-sets/set-lists.ts';
import { currentList, diffStoredLists, storedList } from './diff-stored-lists.ts';
import { switchList } from './switch-list.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'log' | 'db' | 'optionsSets' | 'auditChain'>;

export interface ListParams {
  readonly setId: string;
  readonly number: number;
}

export const listParamsCheck = checked<ListParams>(
  Joi.object({ setId: idCheck.required(), number: Joi.number().integer().min(1).max(2_147_483_647).required() }),
);

export interface ListDecision {
  /** The list that was current when somebody decided; another one by now is a 409. */
  readonly current?: number;
}

export const listDecisionCheck = checkOf<ListDecision>({ current: Joi.number().integer().min(0) });

export async function getSetLists(
  request: ApiRequest<{ setId: string }>,
  services: Pick<Services, 'config' | 'db'>,
): Promise<SetLists> {
  return presentLists(await getVisibleSet(request, services), request, services);
}

async function presentLists(
  set: OptionsSetRow,
  request: ApiRequest,
  services: Pick<Services, 'config' | 'db'>,
): Promise<SetLists> {
  const canChange = await isOperator(callerOf(request), services);
  const rows = await listSetLists(services.db.sql, [set.id]);
  const refused = rows.find(({ isRefused }) => isRefused);
  return {
    data: rows.filter(({ isRefused }) => !isRefused).map((row) => presentList(row, { withNames: canChange })),
    ...(refused === undefined ? {} : { refused: presentRefused(refused) }),
    canChange,
  };
}

function presentList(row: SetListRow, { withNames }: { withNames: boolean }): SetList {
  const { currentFrom, currentBy, withdrawnTime, withdrawnBy } = row;
  return {
    ...presentFacts(row),
    kind: row.kind,
    isCurrent: row.isCurrent,
    ...(currentFrom === null ? {} : { currentFrom }),
    // Who the operators are is nobody else's business.
    ...(currentBy === null || !withNames ? {} : { currentBy }),
    ...(withdrawnTime === null ? {} : { withdrawnTime }),
    ...(withdrawnBy === null || !withNames ? {} : { withdrawnBy }),
  };
}

function presentRefused(row: SetListRow): RefusedSetList {
  return { ...presentFacts(row), reason: hideFolders(row.facts.reason ?? '') };
}

function presentFacts({ number, time, optionCount: count, fingerprint, facts }: SetListRow) {
  const { source, warnings, changes } = facts;
  const shown = { source: showSource(source), warnings: warnings.map(hideFolders) };
  return { number, time, count, fingerprint, ...shown, ...(changes && { changes }) };
}

export async function getListDiff(
  request: ApiRequest<ListParams>,
  services: Pick<Services, 'config' | 'largeWrites' | 'db'>,
): Promise<SetDiff> {
  const { list, maintained, row } = await getChangeable(request, services);
  const compare = () =>
    diffStoredLists(maintained.key, { db: services.db, before: currentList(row), after: storedList(list) });
  const diff = await services.largeWrites.run(callerOf(request).account, compare);
  if (diff === undefined) throw errors.listChangedMeanwhile();
  return diff;
}

export async function restoreList(
  request: ApiRequest<ListParams, unknown, ListDecision>,
  services: Needs,
): Promise<SetLists> {
  return change(request, services, { isRefused: false });
}

export async function acceptList(
  request: ApiRequest<ListParams, unknown, ListDecision>,
  services: Needs,
): Promise<SetLists> {
  return change(request, services, { isRefused: true });
}

async function change(
  request: ApiRequest<ListParams, unknown, ListDecision>,
  services: Needs,
  { isRefused }: { isRefused: boolean },
): Promise<SetLists> {
  const { list, maintained } = await getChangeable(request, services);
  const { email } = callerOf(request).user;
  const decision = { key: maintained.key, isRefused, number: list.number, current: request.payload.current, by: email };
  const moved = await switchList(decision, services);
  if (moved === 'changedMeanwhile' || moved === 'incomplete') throw errors.listChangedMeanwhile();
  if (typeof moved === 'string') throw errors.setListNotFound(list.number);
  if ('nearest' in moved) throw errors.setListNotWhole({ number: list.number, nearest: moved.nearest });
  services.log.info(
    { user: callerOf(request).user.id, lists: moved.map(({ set: key, from, to }) => `${key} ${from} -> ${to}`) },
    'maintained sets: another list is current',
  );
  const set = await getVisibleSet(request, services);
  const detail = { list: list.number, from: request.payload.current };
  const audited = { action: 'setChange', object: 'optionsSet', objectId: set.id, name: set.name, detail } as const;
  await recordAudit(services.db.sql, audited, request, services);
  return presentLists(set, request, services);
}

async function getChangeable(
  request: ApiRequest<ListParams>,
  services: Pick<Services, 'config' | 'db'>,
): Promise<{ list: SetListRow; maintained: MaintainedSet; row: OptionsSetRow }> {
  const row = await getVisibleSet(request, services);
  await checkOperator(callerOf(request), services);
  const number = Number(request.params.number);
  const list = (await listSetLists(services.db.sql, [row.id])).find((one) => one.number === number);
  const maintained = allMaintainedSets.find(({ id }) => id === row.id);
  if (list === undefined || maintained === undefined) throw errors.setListNotFound(request.params.number);
  return { list, maintained, row };
}
