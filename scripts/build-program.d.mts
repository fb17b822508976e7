export function buildProgram(entry: string, outfile: string): Promise<string>;
