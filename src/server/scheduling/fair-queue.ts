// A queue that serves accounts in rotation: whoever has a hundred items waiting and whoever has one get the next place in
// turn. Items of one account keep their order.
export interface FairQueue<Item> {
  readonly size: number;
  /** How many accounts have something waiting. */
  readonly accounts: number;
  sizeOf(account: string): number;
  /** Of all accounts, each account's in order. */
  items(): Item[];
  /** Last of its account, or before the first that `isLater` is true of. */
  add(account: string, item: Item, isLater?: (other: Item) => boolean): void;
  /** False when it was not waiting. */
  remove(account: string, item: Item): boolean;
  /** The first ready item of the account that has waited longest for its turn; that account then goes to the end. */
  take(isReady: (item: Item, account: string) => boolean): Item | undefined;
  /** Empties the queue. */
  takeAll(): Item[];
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order of their turns. */
  const accounts = new Map<string, Item[]>();
  let size = 0;

  function removeAt(account: string, items: Item[], place: number): void {
    items.splice(place, 1);
    size -= 1;
    if (items.length === 0) accounts.delete(account);
  }

  return {
    get size() {
      return size;
    },
    get accounts() {
      return accounts.size;
    },
    sizeOf: (account) => accounts.get(account)?.length ?? 0,
    items: () => [...accounts.values()].flat(),
    add(account, item, isLater) {
      const items = accounts.get(account) ?? [];
      accounts.set(account, items);
      const place = isLater === undefined ? -1 : items.findIndex(isLater);
      items.splice(place < 0 ? items.length : place, 0, item);
      size += 1;
    },
    remove(account, item) {
      const items = accounts.get(account);
      const place = items?.indexOf(item) ?? -1;
      if (items === undefined || place < 0) return false;
      removeAt(account, items, place);
      return true;
    },
    take(isReady) {
      for (const [account, items] of accounts) {
        const place = items.findIndex((item) => isReady(item, account));
        if (place < 0) continue;
        const item = items[place] as Item;
        removeAt(account, items, place);
        if (accounts.delete(account)) accounts.set(account, items);
        return item;
      }
      return undefined;
    },
    takeAll() {
      const items = [...accounts.values()].flat();
      accounts.clear();
      size = 0;
      return items;
    },
  };
}
