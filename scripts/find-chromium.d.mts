export interface FoundBrowser {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

export function findChromium(options?: { prefersShell?: boolean }): {
  browser: FoundBrowser | undefined;
  failures: string[];
};
