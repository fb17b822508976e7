// An option as one line of text that is the same for the same option, in whatever order its parts were written: lists of options are
// compared by the hash of their lines. [options-sets.fingerprint]

interface ComparedOption {
  readonly value: string;
  readonly score?: number | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** With the end of the line. */
export function optionLine({ value, score = 0, data = {} }: ComparedOption): string {
  const keys = Object.keys(data);
  if (keys.length === 0) return `${JSON.stringify(score === 0 ? [value] : [value, score])}\n`;
  const members = keys.sort().map((key) => [key, data[key]]);
  return `${JSON.stringify([value, score, members])}\n`;
}
