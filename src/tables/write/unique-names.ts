// Names of files in one folder, each once: duplicates become name.pdf, name (1).pdf. [export.pdf]

/** Two names that differ only in case are one file where people unpack them. */
export function createUniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  const lastNumbers = new Map<string, number>();
  const take = (name: string) => {
    const key = name.normalize('NFC').toLowerCase();
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  };
  return (name) => {
    if (take(name)) return name;
    const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
    for (let number = (lastNumbers.get(name) ?? 0) + 1; ; number++) {
      const numbered = `${stem} (${number})${ending}`;
      if (!take(numbered)) continue;
      lastNumbers.set(name, number);
      return numbered;
    }
  };
}
