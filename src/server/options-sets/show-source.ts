// The source of a list as accounts see it: addresses as they are, of a file only its name, because folders of the machine are the
// operator's business. [options-sets.maintained.history]

/** Several addresses are separated by words. */
export function showSource(source: string): string {
  return source
    .split(' ')
    .map((word) => (word.startsWith('file:') ? `file:${word.slice(word.lastIndexOf('/') + 1)}` : word))
    .join(' ');
}
