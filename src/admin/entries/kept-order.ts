// The order in which the table last showed entries, so that the page of one entry knows its neighbours without asking.

const keyOf = (form: string) => `formstead-order-${form}`;

export function keepOrder(form: string, rows: readonly { readonly id: string }[]): void {
  if (rows.length === 0) return;
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(rows.map(({ id }) => id)));
  } catch {
    // Without it there is only no way to the neighbours.
  }
}

export interface Neighbours {
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

export function neighboursOf(form: string, entry: string): Neighbours {
  try {
    const ids = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '[]') as string[];
    const at = ids.indexOf(entry);
    return at === -1 ? none : { newer: ids[at - 1], older: ids[at + 1] };
  } catch {
    return none;
  }
}

const none: Neighbours = { newer: undefined, older: undefined };
