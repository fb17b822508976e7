// Whose mailbox an address is, for counting what it is sent.
import { createHash } from 'node:crypto';

/** As most servers deliver it: without case and `+tag`. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).replace(/(?<=.)\+.*$/, '')}${address.slice(at)}`.toLowerCase();
}

/** Hashed: tables of counts hold no list of addresses. `kind` keeps what is counted apart. */
export function hashedMailbox(kind: string, address: string): string {
  return createHash('sha256')
    .update(`${kind} ${mailboxOf(address)}`)
    .digest('base64url');
}
