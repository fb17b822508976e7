export interface FoundBrowser {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

export function findChromium(): { browser: FoundBrowser | undefined; failures: string[] };
