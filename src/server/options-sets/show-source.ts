// Sources of lists, and what is said about them, as accounts see it: addresses as they are, of a file only its name, because folders
// of the machine are the operator's business. [options-sets.maintained.history]

/** Several addresses are separated by words. */
export function showSource(source: string): string {
  return source
    .split(' ')
    .map((word) => (word.startsWith('file:') ? `file:${word.slice(word.lastIndexOf('/') + 1)}` : word))
    .join(' ');
}

const fileAddress = /file:\/\/\S*\//g;
/** Of an absolute path; blanks may be in it. */
const folders = /(^|[\s'"(])(?:\/\w|[A-Za-z]:\\)[^:;'"\n]*[\\/]/g;

/** A reason or a warning. */
export function hideFolders(text: string): string {
  return text.replace(fileAddress, 'file:').replace(folders, '$1');
}
