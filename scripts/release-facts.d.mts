export interface ReleaseFacts {
  readonly version: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly changelog: string;
  readonly changes: string;
  readonly tags: readonly string[];
}
export function readRelease(): ReleaseFacts;
export function problemsOf(facts: ReleaseFacts): string[];
export function readChangelog(text: string, version: string): { notes: string | undefined; unreleased: string };
