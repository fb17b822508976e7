// The password of a Basic credential: programs for tables can send no key any other way. [odata.access]

/** Undefined where the header is another kind of credential; the user name is not looked at. */
export function readBasicPassword(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]{0,2000})\s*$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}
