// An entry as the makers of PDFs see it, before and after it is stored.
import { type EntryStatus, statusFromNumber } from '../../core/entry-status.ts';
import type { JsonObject } from '../../core/form-definition.ts';
import type { PdfEntry } from '../pdf/pdf-maker.ts';
import { isoNow, type Services } from '../services.ts';
import type { EntryRow } from '../store/entries.ts';

type KnownEntry = PdfEntry & { readonly id: string };

/** One that is about to be made. Its number is given by the commit. */
export function newPdfEntry(
  entry: { id: string; status: EntryStatus; data: JsonObject },
  services: Services,
): KnownEntry {
  const now = isoNow(services.clock);
  return { ...entry, createTime: now, ...(entry.status === 'submitted' ? { submitTime: now } : {}) };
}

/** One that is stored; with what a request is about to make of it. */
export function storedPdfEntry(
  entry: { row: EntryRow; status?: EntryStatus; data?: JsonObject; isSubmit?: boolean },
  services: Services,
): KnownEntry {
  const { row } = entry;
  const submitTime = entry.isSubmit === true ? isoNow(services.clock) : row.submitTime;
  return {
    id: row.id,
    idx: row.idx,
    ...(row.submitIdx === null ? {} : { submitIdx: row.submitIdx }),
    status: entry.status ?? statusFromNumber(row.status) ?? '',
    createTime: row.createTime,
    ...(submitTime === null ? {} : { submitTime }),
    data: entry.data ?? (JSON.parse(row.data) as JsonObject),
  };
}
