export function packAll(folder: string): string[];
