// The addresses of requests to an options set, as forms name them.

/** undefined for an address that is not an options set's. */
export function setIdOf(url: unknown, verb: 'autocomplete' | 'validate'): string | undefined {
  const [, setId, asked] = /\/optionsSet\/([0-9a-f]{24})\/(\w+)$/.exec(typeof url === 'string' ? url : '') ?? [];
  return asked === verb ? setId : undefined;
}
