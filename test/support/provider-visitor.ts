// Somebody's browser without pages: follows redirects between the service, under its public address, and the identity provider,
// with cookies for each.

export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface Visitor {
  /** Of the service, by name. */
  readonly cookies: Map<string, string>;
  /** Opens an address and follows every redirect; `change` may alter each address before it is opened. */
  open(address: string, change?: (url: URL) => URL | undefined): Promise<Visit>;
}

const publicUrl = 'http://forms.test';

/** Of whichever process is at `service.url` at the moment. */
export function createVisitor(service: { readonly url: string }): Visitor {
  const jars = new Map<string, Map<string, string>>([[publicUrl, new Map()]]);

  async function openOne(url: URL): Promise<{ response: Response; next: URL | undefined }> {
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    const address = url.href.replace(publicUrl, service.url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === '' || /max-age=0|1970/i.test(text)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    return { response, next: location === null ? undefined : new URL(location, url) };
  }

  return {
    cookies: jars.get(publicUrl) as Map<string, string>,
    async open(start, change = (url) => url) {
      let url = new URL(start, publicUrl);
      for (;;) {
        const changed = change(url);
        // The test stops it here.
        if (changed === undefined) return { url: url.href, status: 0, text: '', headers: new Headers() };
        const { response, next } = await openOne(changed);
        const text = await response.text();
        if (next === undefined) return { url: url.href, status: response.status, text, headers: response.headers };
        url = next;
      }
    },
  };
}
