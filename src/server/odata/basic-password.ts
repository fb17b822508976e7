// The password of a Basic credential: programs for tables can send no key any other way. [odata.access]

/** Undefined where the header is another kind of credential; the user name is not looked at. */
export function readBasicPassword(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^Basic(?: |$)/i.test(authorization)) return undefined;
  const text = Buffer.from(authorization.slice('Basic '.length), 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}
