export function makeRegistries(fields: string): Record<string, string>;
export function listRegistries(fields: string): string[];
export function writeRegistries(root: string): void;
