// Growth as it slips into code, each with the texts that show it and the same work done right: what the measure must find, and must not.

interface PlantedFault {
  /** By their names in hostile-texts.ts. */
  readonly texts: readonly string[];
  run(text: string): unknown;
  mended(text: string): unknown;
}

const behind = (name: string) => `${name} after ${JSON.stringify('aש"<')}`;

export const plantedFaults: Readonly<Record<string, PlantedFault>> = {
  'a pattern that starts again at every blank': {
    texts: [behind('blanks'), behind('tabs'), behind('line breaks')],
    run: (text) => text.replace(/\s+$/, ''),
    mended: (text) => text.trimEnd(),
  },
  'a pattern that looks for an end that never comes': {
    texts: [behind('less-than signs'), 'unfinished tags', 'comments', behind('attributes')],
    run: (text) => /<[^>]*\0/.test(text),
    mended: (text) => text.includes('\0') && /<[^>]*\0/.test(text),
  },
  'a search from every place for what is not there': {
    texts: ['open tags', 'entities', 'double quotes', 'template openings', 'links in links'],
    run: (text) => {
      let found = 0;
      for (let at = 0; at < text.length; at++)
        if (/[<&"{]/.test(text[at] as string)) found += text.lastIndexOf('\0\0', at);
      return found;
    },
    mended: (text) => {
      const next = text.indexOf('\0\0');
      let found = 0;
      for (let at = 0; at < text.length; at++) if (/[<&"{]/.test(text[at] as string)) found += next;
      return found;
    },
  },
  'the rest cut off at each step': {
    texts: ['words', 'Hebrew', 'addresses', 'semicolons', 'short lines'],
    run: (text) => {
      let count = 0;
      for (let rest = Buffer.from(text); rest.length > 0; rest = Buffer.from(rest.subarray(1)))
        count += rest[0] as number;
      return count;
    },
    mended: (text) => {
      let count = 0;
      for (let rest = Buffer.from(text); rest.length > 0; rest = rest.subarray(1)) count += rest[0] as number;
      return count;
    },
  },
  'a list searched for each of its own': {
    texts: ['dotted words', 'templates', 'commas', 'numbers with signs', 'joined emoji'],
    run: (text) => {
      const seen: string[] = [];
      for (let at = 0; at < text.length; at += 2) {
        const part = text.slice(at, at + 2) + at;
        if (!seen.includes(part)) seen.push(part);
      }
      return seen.length;
    },
    mended: (text) => {
      const seen = new Set<string>();
      for (let at = 0; at < text.length; at += 2) seen.add(text.slice(at, at + 2) + at);
      return seen.size;
    },
  },
  'levels that each read all that is inside': {
    texts: ['opening brackets', 'opening parentheses', 'objects in objects', 'tables in tables'],
    run: (text) => {
      let depth = 0;
      for (let at = 0; at < text.length; at++) if ('[({<'.includes(text[at] as string)) depth += count(text, at);
      return depth;
    },
    mended: (text) => count(text, 0),
  },
};

function count(text: string, from: number): number {
  let found = 0;
  for (let at = from; at < text.length; at++) if (text.charCodeAt(at) < 0x80) found++;
  return found;
}
