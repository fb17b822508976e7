// Reads email addresses with an optional name: `Formstead <noreply@example.org>`. They come from settings, rules and, through templates,
// from people who fill in a form: a text that is not clearly one address is refused, so that nothing reaches a header or an SMTP command
// that could end it. [after-actions.emails.recipients]

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

const maxAddressLength = 254;
const maxNameLength = 200;

/** One address, or undefined. choice: hosts without a dot count too, since mail inside a house often goes to such. */
export function readMailAddress(text: string): MailAddress | undefined {
  const trimmed = text.trim();
  if (hasControls(trimmed)) return undefined;
  const named = /^(.*)<([^<>]*)>$/.exec(trimmed);
  const address = (named?.[2] ?? trimmed).trim();
  const name = unquote((named?.[1] ?? '').trim());
  if (!isAddress(address) || name.length > maxNameLength || /[<>]/.test(name)) return undefined;
  return { name, address };
}

/** One bare address, without a name. */
export function isMailAddress(text: string): boolean {
  return readMailAddress(text)?.address === text;
}

/** As people write it. */
export function presentMailAddress({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`;
}

/** In one line: a line break in a subject would start another header. */
export function toHeaderText(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

const part = /^[^\s<>()[\]\\,;:"@\p{Cc}\p{Cf}\p{Cs}]+$/u;

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > maxAddressLength) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  return part.test(local) && part.test(domain) && !/^[.-]|[.-]$|\.\./.test(domain) && !/^\.|\.$|\.\./.test(local);
}

function unquote(name: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(name);
  return quoted === null ? name : quoted[1]!.replace(/\\(.)/g, '$1');
}

function hasControls(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text);
}
