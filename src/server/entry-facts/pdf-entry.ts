// An entry as the makers of PDFs see it, before and after it is stored.

import type { JsonObject } from '../../core/definition/form-definition.ts';
import { type EntryStatus, statusFromNumber } from '../../core/plan/entry-status.ts';
import type { Numbers } from '../after-actions/predict-entry-number.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import type { PdfEntry } from '../pdf/pdf-entry.ts';
import type { EntryRow } from '../store/entries/entries.ts';

type KnownEntry = PdfEntry & { readonly id: string };

/** One that is about to be made, with the numbers that its commit will give. */
export function newPdfEntry(
  entry: { id: string; status: EntryStatus; data: JsonObject },
  numbers: Numbers,
  services: Pick<Services, 'clock'>,
): KnownEntry {
  const now = isoNow(services.clock);
  return { ...entry, ...numbers, createTime: now, ...(entry.status === 'submitted' ? { submitTime: now } : {}) };
}

/** One that is stored; with what a request is about to make of it. */
export function storedPdfEntry(
  entry: { row: EntryRow; status?: EntryStatus; data?: JsonObject; isSubmit?: boolean; numbers?: Numbers },
  services: Pick<Services, 'clock'>,
): KnownEntry {
  const { row } = entry;
  const submitTime = entry.isSubmit === true ? isoNow(services.clock) : row.submitTime;
  return {
    id: row.id,
    idx: row.idx,
    ...(row.submitIdx === null ? {} : { submitIdx: row.submitIdx }),
    ...entry.numbers,
    status: entry.status ?? statusFromNumber(row.status) ?? '',
    createTime: row.createTime,
    ...(submitTime === null ? {} : { submitTime }),
    data: entry.data ?? (JSON.parse(row.data) as JsonObject),
  };
}
