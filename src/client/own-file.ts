// Whether a link leads to the service's own storage. Prefilled data and old entries can hold any text where a file's link
// belongs; only our own is made a link or loaded as a picture. The server names its storage in the page: see storageMeta.
// [files.object.links]

let storage: string | undefined;

export function isOwnFile(url: unknown): url is string {
  storage ??= document.querySelector<HTMLMetaElement>('meta[name="storage"]')?.content ?? '';
  return typeof url === 'string' && storage !== '' && url.startsWith(storage);
}
