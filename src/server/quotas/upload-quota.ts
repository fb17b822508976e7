// Room for one upload: the account's and the form's quotas, and what strangers may leave unused. Asked when a policy is made,
// so that people are told before they send anything, and held when the first bytes arrive.
import type { FormPlan } from '../../core/form-plan.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { isoNow, type Services } from '../services.ts';
import { findFullPart } from '../store/quotas.ts';
import {
  settleUnused,
  storedParts,
  takeHold,
  type UploadHold,
  unusedParts,
  uploadParts,
} from '../store/upload-quotas.ts';
import type { LimitName } from './quota-limits.ts';
import type { WantedAmount } from './quotas.ts';

export interface UploadToCount {
  readonly form: LoadedForm;
  readonly stranger: string | null;
  readonly size: number;
}

/** Throws when there is no room now. */
export async function checkUploadRoom(upload: UploadToCount, services: Services): Promise<void> {
  await withSettled(upload, services, (parts) => findFullPart(services.db.sql, upload.form.account, parts));
}

/** Takes the room and answers the hold's id; throws when there is none. */
export async function holdUpload(upload: UploadToCount, services: Services): Promise<string> {
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
  await withSettled(upload, services, (parts) => takeHold(services.db.sql, hold, parts));
  return id;
}

const settleAtOnce = 1_000;

/** Uploads that were used since are counted as unused until somebody looks: before a refusal somebody does. */
async function withSettled(
  upload: UploadToCount,
  services: Services,
  findFull: (parts: readonly WantedAmount[]) => Promise<number | undefined>,
): Promise<void> {
  const parts = await wantedParts(upload, services);
  let full = await findFull(parts);
  while (full !== undefined && parts[full]!.limit.startsWith('form.unused')) {
    const settled = await services.db.transaction((tx) =>
      settleUnused(tx, { form: upload.form.id, limit: settleAtOnce }),
    );
    if (settled === 0) break;
    full = await findFull(parts);
  }
  if (full !== undefined) throw services.quotas.refusal(parts[full]!.limit);
}

async function wantedParts({ form, stranger, size }: UploadToCount, { quotas }: Services): Promise<WantedAmount[]> {
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
      if (step.kind !== 'field' || step.value.kind !== 'file') continue;
      if (step.element.fileMaxNum === undefined || shape.repeat !== undefined) return max;
      files += step.element.fileMaxNum;
    }
  }
  const enough = Math.max(leastPerAddress, timesTheForm * files);
  return max === 0 ? enough : Math.min(max, enough);
}
