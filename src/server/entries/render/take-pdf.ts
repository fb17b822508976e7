// Room for a PDF that somebody of the account asks for: disk space and the day's quota.
import type { Services } from '../../base/services.ts';

export async function takePdf(
  of: { account: string; form?: string },
  { disk, quotas }: Pick<Services, 'quotas' | 'disk'>,
): Promise<void> {
  await disk.checkFile(0);
  await quotas.take({ kind: 'pdfs', ...of, isAnonymous: false });
}
