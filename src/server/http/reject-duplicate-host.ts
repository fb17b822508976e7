// Two Host headers are a request that a proxy and this service could read differently: RFC 9112 section 3.2 asks for a 400.
// A missing Host is accepted: nothing here depends on it. [errors.odd-requests]
import { errors } from '../base/errors.ts';

/** `rawHeaders` are names and values in turn, as they came. */
export function rejectDuplicateHost(rawHeaders: readonly string[]): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw errors.malformedRequest();
}
