// Whose mailbox an address is, for counting what it is sent.
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';

const maxDomainLength = 255;

/**
 * One spelling for all that reach the same mailbox at the large providers: without case, `+tag` and dots before the `@`, the domain
 * in ASCII. Where a server tells `j.doe` from `jdoe`, two people share a bound, which is better than none.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  const tag = name.indexOf('+', 1);
  const local = (tag < 0 ? name : name.slice(0, tag)).replaceAll('.', '');
  // A longer one is no domain, and some are read in quadratic time.
  const ascii = domain.length <= maxDomainLength ? domainToASCII(domain) : '';
  return `${local}@${ascii || domain}`.toLowerCase();
}

/** Hashed: tables of counts hold no list of addresses. `kind` keeps what is counted apart. */
export function hashedMailbox(kind: string, address: string): string {
  return createHash('sha256')
    .update(`${kind} ${mailboxOf(address)}`)
    .digest('base64url');
}
