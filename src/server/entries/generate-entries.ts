// POST /form/{formId}/generateEntries: empty entries with personal links, up to 10,000 at once. [entries.generate]

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CreatedEntry, GeneratedEntries } from '../../api-types/entries.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { openBudget } from '../../core/expression/budget.ts';
import { isComputed } from '../../core/plan/order-decisions.ts';
import { validateEntry } from '../../core/validation/validate-entry.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { entryPresenter } from '../entry-facts/present-entry.ts';
import { formFacts } from '../forms/form-facts.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseClosed, refuseForeignForm } from '../forms/start-form.ts';
import { withCurrentForm } from '../forms/with-current-form.ts';
import { cleanHtml } from '../html/clean-html.ts';
import { type ApiRequest, type ApiResponse, callerOf } from '../http/api-request.ts';
import { type IdempotencyKey, idempotencyMs } from '../http/idempotency-key.ts';
import { responseText } from '../http/response-text.ts';
import { quotaHeadroom } from '../quotas/quota-headroom.ts';
import type { Transaction } from '../store/connection/db.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import type { EntryRoom } from '../store/entries/entry-headroom.ts';
import { lockAccountUse } from '../store/entries/entry-quotas.ts';
import { insertCreatedEntries, listCreatedTogether } from '../store/entries/generate-entries.ts';
import { takeIdempotencyKey } from '../store/entries/idempotency-keys.ts';
import { findFormVersion } from '../store/forms/forms.ts';
import { makeAction } from './actions.ts';
import { keyUsed, respondOnce } from './idempotency.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'largeWrites'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'keepResponse'
  | 'auditChain'
  | 'disk'
>;

export interface GeneratePayload {
  readonly num: number;
}

type GenerateRequest = ApiRequest<{ formId: string }, unknown, GeneratePayload>;

export async function generateEntries(
  request: GenerateRequest,
  services: Needs,
): Promise<ApiResponse<GeneratedEntries>> {
  const { formId } = request.params;
  const work = {
    request,
    formOrAccount: request.caller?.account ?? `form ${formId}`,
    async run(key: IdempotencyKey | undefined) {
      const rows = await withCurrentForm(formId, services, async (form) => {
        refuseForeignForm(form, request);
        refuseClosed(form);
        return insertRows(form, request, key, services);
      });
      return rows === keyUsed ? keyUsed : answerText(rows, request, services);
    },
    rebuild: async (first: string) =>
      answerText(await listCreatedTogether(services.db.sql, { first, num: request.payload.num }), request, services),
  };
  const generate = () => respondOnce<GeneratedEntries>(work, services);
  if (request.payload.num < largeNum) return generate();
  return services.largeWrites.run(callerOf(request).account, generate);
}

/** From here on accounts take turns. */
const largeNum = 200;

/** Small enough that other requests get their turn between two chunks. */
const chunkSize = 500;

async function insertRows(
  form: LoadedForm,
  request: GenerateRequest,
  key: IdempotencyKey | undefined,
  services: Needs,
): Promise<EntryRow[] | typeof keyUsed> {
  const time = isoNow(services.clock);
  const items: { id: string; actions: string }[] = [];
  while (items.length < request.payload.num) {
    const [id, actionId] = [services.newId(), services.newId()];
    items.push({ id, actions: JSON.stringify([makeAction({ id: actionId, type: 'create', time }, request)]) });
    if (items.length % chunkSize === 0) await nextTurn();
  }
  const data = form.writeData(computedOfNothing(form, services));
  const bytesOf = (actions: string) => actions.length + data.length;
  await services.disk.takeData({ bytes: items.reduce((sum, { actions }) => sum + bytesOf(actions), 0) });
  const from = new Date(services.clock.now() - idempotencyMs).toISOString();
  const room = await quotaHeadroom({ form, isAnonymous: false, draftBytes: undefined }, services);
  const insert = async (tx: Transaction) => {
    const first = items[0]?.id ?? '';
    if (room.account !== undefined) await refuseFullAccount(tx, { form, num: items.length, room }, services);
    if (key !== undefined && !(await takeIdempotencyKey(tx, { ...key, entry: first, time, from }))) return keyUsed;
    const { id, account } = form;
    const batch = { form: id, account, data, items, chunkSize, time, max: room.entries };
    const rows = await insertCreatedEntries(tx, batch);
    if (rows !== undefined) {
      const detail = { num: rows.length, first };
      await recordAudit(tx, { action: 'entriesGenerate', object: 'form', objectId: id, detail }, request, services);
      return rows;
    }
    if ((await findFormVersion(tx, id)) === undefined) throw errors.formNotFound(id);
    throw services.quotas.refusal('form.entries');
  };
  return services.db.transaction(insert, { lane: form.id });
}

/** What an entry that nobody has filled in holds. [validation.computed] */
function computedOfNothing(form: LoadedForm, { clock }: Pick<Services, 'clock'>): JsonObject {
  if (!form.plan.decisions.some(isComputed)) return {};
  const context = { form: formFacts(form), cleanHtml, budget: openBudget(clock.now()) };
  return validateEntry(form.plan, {}, { rules: 'types', context }).data;
}

/** Nobody else adds to the account until the transaction ends. */
async function refuseFullAccount(
  tx: Transaction,
  { form, num, room }: { form: LoadedForm; num: number; room: EntryRoom },
  { quotas }: Pick<Services, 'quotas'>,
): Promise<void> {
  const use = await lockAccountUse(tx, [form.account]);
  const max = room.account?.entries ?? 0;
  if (max > 0 && (use.get(form.account)?.entries ?? 0) + num > max) throw quotas.refusal('entries');
}

/** Each is signed. */
const shownAtOnce = 100;

const shownFields: (keyof CreatedEntry)[] = [
  'id',
  'form',
  'status',
  'idx',
  'actions',
  'bewit',
  'resumeUrlBewit',
  'resumeUrl',
  'createTime',
];

async function answerText(
  rows: readonly EntryRow[],
  request: GenerateRequest,
  services: Pick<Services, 'config' | 'secrets'>,
): Promise<string> {
  const present = entryPresenter(shownFields, services);
  const texts: string[] = [];
  for (let start = 0; start < rows.length; start += shownAtOnce) {
    texts.push(...rows.slice(start, start + shownAtOnce).map(present));
    await nextTurn();
  }
  const message = JSON.stringify(responseText(request, 'entriesCreated', rows.length));
  return `{"message":${message},"createdEntries":[${texts.join(',')}]}`;
}
