// Writes the Content-Disposition header: the name of a downloaded file and whether a browser may show it. Only pictures and PDFs are shown;
// SVG, HTML and XML can run scripts and are always saved. Names may be in any script: RFC 6266 with RFC 5987. [files.download]

export function contentDisposition(file: { name: string; contentType: string }): string {
  return `${dispositionStart(file)}; filename*=UTF-8''${encodeName(file.name)}`;
}

/** For an address that is signed: a name that needs no second spelling has none, because some stores sign its `'` and `*` wrongly. */
export function signedDisposition(file: { name: string; contentType: string }): string {
  return plainName(file.name) === file.name ? dispositionStart(file) : contentDisposition(file);
}

function dispositionStart({ name, contentType }: { name: string; contentType: string }): string {
  return `${isShownInline(contentType) ? 'inline' : 'attachment'}; filename="${plainName(name)}"`;
}

function plainName(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
}

export function isShownInline(contentType: string): boolean {
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  return type === 'application/pdf' || /^image\/(?:avif|bmp|gif|jpeg|jpg|png|webp|x-icon)$/.test(type);
}

function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
