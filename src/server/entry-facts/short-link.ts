// The short link to a template: made where it is asked for, and only once. [entries.template] [fill-links.short]
import { randomInt } from 'node:crypto';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { findEntry } from '../store/entries/entries.ts';
import { findShortLinkOfEntry, insertShortLink } from '../store/entries/short-links.ts';
import { shortUrlOf } from './present-entry.ts';

const codeAlphabet = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 9;

/** Of an entry of the account; without one, of whoever has the entry. */
export async function makeShortLink(
  entry: string,
  services: Pick<Services, 'config' | 'clock' | 'db'>,
  account?: string,
): Promise<string> {
  const { db, config, clock } = services;
  const known = await findShortLinkOfEntry(db.sql, entry);
  if (known !== undefined) return shortUrlOf(known, config);
  const code = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
  const owner = account ?? (await findEntry(db.sql, entry))?.account ?? '';
  await insertShortLink(db.sql, { code, account: owner, entry, time: isoNow(clock) });
  return shortUrlOf(code, config);
}
