export const firefoxFile: string;
export const webKitDriverFile: string;
export const screenFile: string;
export function listEngines(): { name: string; packages: string[]; isInstalled: boolean }[];
export function findMiniBrowser(): string | undefined;
export function missingEngines(): string | undefined;
