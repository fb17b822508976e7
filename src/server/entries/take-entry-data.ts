// Room for the data of an entry that is about to be written: on the disk, and in the quotas of bytes. [limits.quotas.entry-bytes] [limits.disk]

import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { notify } from '../quotas/notices/notices.ts';

export interface DataToWrite {
  readonly form: LoadedForm;
  readonly isAnonymous: boolean;
  readonly bytes: number;
  /** Of the data that it takes the place of. */
  readonly bytesBefore: number;
  readonly isNewDraft: boolean;
}

/** Throws the 507 or the 403 when there is none. */
export async function takeEntryData(
  data: DataToWrite,
  services: Pick<Services, 'quotas' | 'notices' | 'disk' | 'entryBytes'>,
): Promise<void> {
  const { isAnonymous, bytes, bytesBefore, isNewDraft } = data;
  const { id: form, account, definition } = data.form;
  await services.disk.takeData({ bytes, isNewDraft });
  const full = await services.entryBytes.take({ account, form, bytes: bytes - bytesBefore, isAnonymous });
  if (full === undefined) return;
  const detail = { ...full, form, formName: definition.name ?? '', isAnonymous };
  notify(services, { to: account, kind: 'entryBytes', detail });
  throw services.quotas.refusal(full.limit);
}
