// Compares the If-Match header with a version: weak tags, lists and * are accepted too.

export function matchesTag(ifMatch: string, etag: string | undefined): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  // A proxy that compresses responses makes the tag weak; it still names the version.
  return tags.some((tag) => tag === '*' || (etag !== undefined && tag.replace(/^W\//, '') === etag));
}
