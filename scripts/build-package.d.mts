export function buildPackage(name: string, outdir?: string): Promise<void>;
