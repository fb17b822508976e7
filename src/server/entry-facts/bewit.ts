// Bewits: signed fill links of one entry, dead after its submit and at most 2 years old.
// [identity.bewit] [identity.bewit.ends] [identity.bewit.wrong]
import { errors } from '../base/errors.ts';
import { readSignedText, signText } from '../http/secrets.ts';
import type { EntryRow } from '../store/entries/entries.ts';

const bewitYears = 2;

/** The same row always gives the same bewit; it lasts 2 years from the last change of data or status. */
export function makeBewit(row: Pick<EntryRow, 'id' | 'bewitGeneration' | 'modifyTime'>, key: Buffer): string {
  const expires = new Date(row.modifyTime);
  expires.setUTCFullYear(expires.getUTCFullYear() + bewitYears);
  return signText(`${row.id} ${row.bewitGeneration} ${Math.floor(expires.getTime() / 1000)}`, key);
}

/** Throws the 401 for a bewit that is not ours, of another entry or too old. Gives its generation. */
export function readBewit(bewit: string, options: { entry: string; key: Buffer; now: number }): number {
  const payload = readSignedText(bewit, options.key);
  if (payload === undefined) throw errors.invalidBewit();
  const [entry, generation, expires] = payload.split(' ');
  if (entry !== options.entry) throw errors.invalidBewit();
  if (Number(expires) * 1000 <= options.now) throw errors.expiredBewit();
  return Number(generation);
}
