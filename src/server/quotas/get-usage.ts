// GET /account/usage: what the account has used of its quotas, and which forms use most. [limits.quotas.usage]
import type { Usage } from '../../api-types/identity.ts';
import { dailyKinds, isLimitName, type LimitName, type Limits, standingKinds } from '../base/quota-limits.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { listQuotaUse } from '../store/identity/quotas.ts';
import { type FormUse, listFormNames, listFormUse } from '../store/identity/usage.ts';

/** What strangers may leave behind has limits of its own, by form. */
const strangerKinds = ['unusedUploads', 'unusedBytes', 'strangerDrafts', 'strangerDraftBytes'] as const;
/** Counted for each address: what the address that got most has used. */
const recipientKind = 'emailsPerRecipient';
const usedByDay: readonly string[] = [...dailyKinds, recipientKind];
const kinds = [...standingKinds, ...usedByDay, ...strangerKinds];
const countedKinds = ['storedBytes', ...usedByDay, 'unusedUploads', 'unusedBytes'];
const maxForms = 5;

export async function getUsage(
  request: ApiRequest,
  services: Pick<Services, 'config' | 'db' | 'quotas'>,
): Promise<Usage> {
  const { account } = callerOf(request);
  const { db, quotas, config } = services;
  const limits = await quotas.limitsOf(account);
  const uses = [...(await listFormUse(db.sql, { account, maxForms })), ...(await listCounted(account, services))];
  const names = await listFormNames(db.sql, { account, forms: [...new Set(uses.map(({ form }) => form))] });
  return {
    anonymousPercent: config.anonymousPercent,
    quotas: kinds.map((kind) => {
      const ofKind = uses.filter((use) => use.kind === kind);
      const isDaily = usedByDay.includes(kind);
      return {
        kind,
        period: isDaily ? 'day' : 'total',
        resetTime: isDaily ? quotas.resetTime() : null,
        used: ofKind[0]?.total ?? 0,
        ...limitsOf(kind, limits, services),
        forms: ofKind
          .filter(({ form, used }) => form !== '' && used > 0)
          .slice(0, maxForms)
          .map(({ form, used }) => ({ form, name: names.get(form) ?? null, used })),
      };
    }),
  };
}

/** null where there is no limit. */
function limitsOf(kind: string, limits: Limits, { quotas }: Pick<Services, 'quotas'>) {
  const isStrangers = (strangerKinds as readonly string[]).includes(kind);
  const read = (name: string, isAnonymous: boolean) => {
    const max = isLimitName(name) ? limits[name as LimitName] : 0;
    return max === 0 ? null : quotas.mostFor(max, isAnonymous && !isStrangers);
  };
  return {
    limit: read(kind, false),
    anonymousLimit: read(kind, true),
    formLimit: read(`form.${kind}`, false),
    formAnonymousLimit: read(`form.${kind}`, true),
  };
}

async function listCounted(account: string, { db, quotas }: Pick<Services, 'db' | 'quotas'>): Promise<FormUse[]> {
  const rows = await listQuotaUse(db.sql, { account, day: quotas.today(), kinds: countedKinds, maxParts: maxForms });
  return rows.map(({ kind, part, used, total }) =>
    // Addresses are counted as hashes, which tell nobody anything.
    kind === recipientKind ? { kind, form: '', used, total: used } : { kind, form: part, used, total },
  );
}
