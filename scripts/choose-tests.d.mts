export const quickFiles: readonly string[];
export const quickJourneys: readonly string[];
export function testsOfRule(root: string, rule: string): string[];
