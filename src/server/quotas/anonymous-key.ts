// Who uploads without a credential, as far as counting goes: a keyed hash of the address.
import { createHmac } from 'node:crypto';
import { addressGroup } from '../base/address-group.ts';

export function anonymousKey(ip: string, secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(`address ${addressGroup(ip)}`)
    .digest('base64url')
    .slice(0, 22);
}
