// The text formats that validators check: email addresses, web addresses and phone numbers. An email has a
// dot-atom local part, a domain of at least two labels (Unicode allowed); no quoted parts, comments or address literals.
// [validation.validators.email] [validation.validators.url] [validation.validators.phone]

export function isEmail(text: string): boolean {
  if (text.length > maxEmailLength) return false;
  const at = text.lastIndexOf('@');
  if (at < 1 || at > maxLocalLength) return false;
  return plainEmail.test(text) || (dotAtom.test(text.slice(0, at)) && isDomain(text.slice(at + 1)));
}

/** As they are stored: E.164, with at least 7 digits. */
export function isPhone(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}

/** http:// or https:// with a host; spaces and control characters nowhere. */
export function isWebAddress(text: string): boolean {
  const parts = webAddress.exec(text);
  if (parts === null) return false;
  const [, host, port] = parts;
  if (port !== undefined && Number(port) > 65535) return false;
  return host === 'localhost' || ipv6.test(host!) || isIpv4(host!) || isDomain(host!);
}

const maxEmailLength = 254;
const maxLocalLength = 64;
const maxDomainLength = 253;
// Nearly every address; one expression for all of it is faster than a look at each label.
const plainEmail = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9]{1,63}\.){1,9}[a-z]{2,63}$/i;
const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const webAddress = /^https?:\/\/(\[[0-9a-f:.]+\]|[^\s\x00-\x1f/?#@:[\]\\]+)(?::(\d{1,5}))?(?:[/?#][^\s\x00-\x1f]*)?$/i;
const ipv6 = /^\[[0-9a-f:.]{2,45}\]$/i;

function isDomain(domain: string): boolean {
  if (domain.length > maxDomainLength) return false;
  const labels = domain.split('.');
  return labels.length >= 2 && labels.every((one) => label.test(one)) && !/^\d+$/.test(labels.at(-1)!);
}

function isIpv4(host: string): boolean {
  const bytes = host.split('.');
  return bytes.length === 4 && bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) <= 255);
}
