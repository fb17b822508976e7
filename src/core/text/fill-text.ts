// A text with its values: `{0}` and `{name}` stand for them, and `[one|many]` for the form that goes with the count, which is
// the first value. A page that counts by name, in languages with more forms than two, has count-text.ts.
// [validation.messages.language]

export type NamedValues = Readonly<Record<string, string | number | undefined>>;

export function fillText(text: string, given: NamedValues | readonly (string | number)[]): string {
  const values = given as NamedValues;
  return text
    .replace(/\[(.*?)\|(.+?)]/, (_, one, many) => (values[0] === 1 ? one : many))
    .replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
