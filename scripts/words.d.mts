export function listLanguages(folder: string): string[];
export function listAreas(folder: string, language: string): string[];
export function joinedFiles(folder: string): Record<string, string>;
export function fetchedFiles(folder: string, language: string): Record<string, Record<string, unknown>>;
export function writeJoinedFiles(folder: string): void;
