// Room for one upload: the account's and the form's quotas, and what strangers may leave unused. Asked when a policy is made,
// so that people are told before they send anything, and held while the file arrives: a step ahead of the bytes that have come, so
// that a client that declares much and sends little keeps nothing from others. [limits.quotas.uploads]
import type { FormPlan } from '../../core/plan/form-plan.ts';
import { isoNow } from '../base/clock.ts';
import type { LimitName } from '../base/quota-limits.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import {
  freeFiles,
  growHold,
  holdGone,
  markAbandonedClaims,
  releaseOldHolds,
  settleUnused,
  storedParts,
  takeHold,
  type UploadHold,
  type UploadsOf,
  unusedParts,
  uploadParts,
} from '../store/files/upload-quotas.ts';
import { findFullPart } from '../store/identity/quotas.ts';
import type { WantedAmount } from './quotas.ts';

export interface UploadToCount {
  readonly form: LoadedForm;
  readonly stranger: string | null;
  readonly size: number;
}

/** Throws when there is no room now. */
export async function checkUploadRoom(
  upload: UploadToCount,
  services: Pick<Services, 'clock' | 'db' | 'quotas'>,
): Promise<void> {
  const parts = await wantedParts(upload, services);
  await withFreed(upload, parts, services, () => findFullPart(services.db.sql, upload.form.account, parts));
}

/** Takes the room for the whole file and answers the hold's id; throws when there is none. */
export async function holdUpload(
  upload: UploadToCount,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'quotas'>,
): Promise<string> {
  const { form, stranger, size } = upload;
  const { account } = form;
  const id = services.newId();
  const hold: UploadHold = {
    id,
    account,
    form: form.id,
    stranger,
    size,
    day: services.quotas.today(),
    time: isoNow(services.clock),
  };
  const parts = await wantedParts(upload, services);
  await withFreed(upload, parts, services, () => services.db.transaction((tx) => takeHold(tx, hold, parts)));
  return id;
}

/** A hold that grows with what has arrived. */
export interface GrowingHold {
  /** Changes when the hold was released for another upload and taken again. */
  readonly id: string;
  /** Takes the hold again if it was released. Throws when there is no room any more. */
  renew(): Promise<void>;
  /** Before these bytes, the last of which is the `received`th, are stored. Throws when there is no room for them. */
  cover(received: number): Promise<void>;
}

/** Ahead of what has come: as much again, within these bounds. */
const [leastAhead, mostAhead] = [2 ** 20, 64 * 2 ** 20];
/** Received bytes renew a hold, at most this often, */
const renewMs = 20_000;
/** so that other uploads can take the room only of one that received nothing for this long, */
const idleMs = 60_000;
/** and of a direct one, whose bytes are not seen here, when its address has ended. */
const abandonedMs = 16 * 60_000;

export async function holdArriving(
  upload: UploadToCount,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'quotas'>,
): Promise<GrowingHold> {
  const { form, size } = upload;
  const { account } = form;
  let held = Math.min(size, leastAhead);
  let id = await holdUpload({ ...upload, size: held }, services);
  let renewedAt = services.clock.now();

  async function grow(bytes: number): Promise<void> {
    const added = { ...upload, size: bytes };
    const parts = (await wantedParts(added, services)).filter(({ kind }) => byteKinds.has(kind));
    await withFreed(upload, parts, services, async () => {
      const hold = { id, account, bytes, time: isoNow(services.clock) };
      const full = await services.db.transaction((tx) => growHold(tx, hold, parts));
      if (full !== holdGone) return full;
      id = await holdUpload({ ...upload, size: held + bytes }, services);
      return undefined;
    });
    held += bytes;
    renewedAt = services.clock.now();
  }

  return {
    get id() {
      return id;
    },
    renew: () => grow(0),
    async cover(received) {
      if (received > held) {
        const ahead = Math.min(Math.max(received, leastAhead), mostAhead);
        await grow(Math.min(size, received + ahead) - held);
      } else if (services.clock.now() - renewedAt >= renewMs) await grow(0);
    },
  };
}

const byteKinds: ReadonlySet<string> = new Set(['storedBytes', 'unusedBytes', 'unusedBytesPerAddress']);
const addressKinds: ReadonlySet<string> = new Set(['unusedUploadsPerAddress', 'unusedBytesPerAddress']);
const freedAtOnce = 1_000;

/**
 * Before a refusal, room is freed: uploads that an entry took since count as unused until somebody looks, and idle uploads that
 * count in the full part are ended. Others are left alone: ending them would make no room.
 */
async function withFreed(
  { form, stranger }: UploadToCount,
  parts: readonly WantedAmount[],
  services: Pick<Services, 'clock' | 'db' | 'quotas'>,
  findFull: () => Promise<number | undefined>,
): Promise<void> {
  let full = await findFull();
  while (full !== undefined && parts[full]!.day === '') {
    const { kind, part } = parts[full]!;
    const of: UploadsOf = {
      account: form.account,
      ...(part !== '' && { form: form.id }),
      ...(addressKinds.has(kind) && stranger !== null && { stranger }),
    };
    const freed = (await settle(form, services)) + (await endIdle(of, services));
    if (freed === 0) break;
    full = await findFull();
  }
  if (full !== undefined) throw services.quotas.refusal(parts[full]!.limit);
}

function settle(form: LoadedForm, { db }: Pick<Services, 'db'>): Promise<number> {
  return db.transaction((tx) => settleUnused(tx, { form: form.id, limit: freedAtOnce }));
}

async function endIdle(of: UploadsOf, { db, clock }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
  const limit = freedAtOnce;
  return db.transaction(async (tx) => {
    const released = await releaseOldHolds(tx, { of, before: ago(idleMs), limit });
    const abandoned = await markAbandonedClaims(tx, { of, before: ago(abandonedMs), now: ago(0), limit });
    // No content is under these keys: a direct upload gets there when it is done.
    if (abandoned.length > 0) await freeFiles(tx, abandoned);
    return released + abandoned.length;
  });
}

async function wantedParts(
  { form, stranger, size }: UploadToCount,
  { quotas }: Pick<Services, 'quotas'>,
): Promise<WantedAmount[]> {
  const limits = await quotas.limitsOf(form.account);
  const isAnonymous = stranger !== null;
  const counted = { form: form.id, stranger, size, day: quotas.today() };
  const shared = [...uploadParts(counted), ...storedParts(counted)].map((part): WantedAmount => {
    const limit = (part.part === '' ? part.kind : `form.${part.kind}`) as LimitName;
    return { ...part, limit, max: quotas.mostFor(limits[limit], isAnonymous) };
  });
  const unused = unusedParts(counted).map((part): WantedAmount => {
    const limit = `form.${part.kind}` as LimitName;
    const max = part.kind === 'unusedUploadsPerAddress' ? perAddress(form.plan, limits[limit]) : limits[limit];
    return { ...part, limit, max };
  });
  return [...shared, ...unused];
}

const timesTheForm = 20;
const leastPerAddress = 100;

/** A form that says how many files it takes needs no more than some fillings' worth from one address. */
function perAddress({ shapes }: FormPlan, max: number): number {
  let files = 0;
  for (const shape of shapes) {
    for (const step of shape.steps) {
      if (step.kind !== 'field' || step.value.hasFiles !== true) continue;
      if (step.element.fileMaxNum === undefined || shape.repeat !== undefined) return max;
      files += step.element.fileMaxNum;
    }
  }
  const enough = Math.max(leastPerAddress, timesTheForm * files);
  return max === 0 ? enough : Math.min(max, enough);
}
