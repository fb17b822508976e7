// What somebody typed or pasted to find an entry: its id, its number, or a link to it. [entries.links]

export type EntrySearch =
  | { readonly kind: 'id'; readonly id: string; readonly form?: string }
  | { readonly kind: 'number'; readonly number: number };

const id = '[0-9a-fA-F]{24}';
const link = new RegExp(`/(?:admin/entries/(${id})|[ec])/(${id})(?:[/?#]|$)`);
const maxNumber = 2 ** 31 - 1;

/** Undefined for words, which are searched in all entries. */
export function parseSearch(typed: string): EntrySearch | undefined {
  const text = typed.trim();
  if (new RegExp(`^${id}$`).test(text)) return { kind: 'id', id: text.toLowerCase() };
  const [, form, entry] = link.exec(text) ?? [];
  if (entry !== undefined) {
    return { kind: 'id', id: entry.toLowerCase(), ...(form !== undefined && { form: form.toLowerCase() }) };
  }
  const [, digits] = /^[#№]?\s*(\d{1,10})$/.exec(text) ?? [];
  const number = Number(digits);
  return number >= 1 && number <= maxNumber ? { kind: 'number', number } : undefined;
}
