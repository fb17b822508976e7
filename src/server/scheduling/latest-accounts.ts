// Whose entries were checked a moment ago. Long work of one account leaves more room while another account's forms are filled, and
// takes all there is while nobody else is there.

export interface LatestAccounts {
  note(account: string): void;
  /** Whether somebody else was noted within the last moments. */
  hasOthers(account: string): boolean;
}

const momentsMs = 250;

/** The last account, and the one before it that was another: enough to tell. */
export function createLatestAccounts(now: () => number = () => performance.now()): LatestAccounts {
  let last = { account: '', at: Number.NEGATIVE_INFINITY };
  let other = last;
  const isRecent = (at: number) => now() - at < momentsMs;
  return {
    note(account) {
      if (last.account !== account) [last, other] = [{ account, at: 0 }, last];
      last.at = now();
    },
    hasOthers: (account) => isRecent((last.account === account ? other : last).at),
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly latestAccounts: LatestAccounts;
  }
}
