// What a file that the service makes (a PDF, an export) takes of quotas. Uploads hold theirs before they arrive (upload-quota.ts).
import type { Services } from '../base/services.ts';
import { storedParts } from '../store/files/upload-quotas.ts';
import type { WantedAmount } from './quotas.ts';

export async function partsOfStored(
  file: { account: string; form: string; size: number; isAnonymous: boolean },
  { quotas }: Pick<Services, 'quotas'>,
): Promise<WantedAmount[]> {
  const limits = await quotas.limitsOf(file.account);
  return storedParts(file).map((part) => {
    const limit = part.part === '' ? 'storedBytes' : 'form.storedBytes';
    return { ...part, limit, max: quotas.mostFor(limits[limit], file.isAnonymous) };
  });
}
