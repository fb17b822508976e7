// The Typst compiler, as WebAssembly: the same on every platform, without access to files or the network beyond what a job
// brings along. It stays warm between jobs, and remembers more with each: whoever holds it looks at its size and replaces it.

import { setFlagsFromString } from 'node:v8';
import initialize, { TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import { type HasGlyph, printable, readCoverage } from './font-coverage.ts';
import { readFontFiles } from './font-files.ts';
import packageFiles from './package-files.json' with { type: 'json' };
import { readPackageFile } from './read-package-file.ts';
import { setTexts } from './set-texts.ts';
import type { LayoutProblem, TypesetJob } from './typst-job.ts';

export interface TypstCompiler {
  compile(job: Pick<TypesetJob, 'main' | 'sources' | 'data' | 'pictures'>): Compiled;
  sizeBytes(): number;
}

export type Compiled = { readonly pdf: Uint8Array } | { readonly problems: readonly LayoutProblem[] };

const diagnosticsAsObjects = 3;

/** The program of the compiler, to be run by one thread after the other: what was translated well stays so. */
export async function loadTypstProgram(): Promise<WebAssembly.Module> {
  // V8 first translates WebAssembly quickly and later, on all cores at once, well. With one task at a time the first documents
  // are not held up by the rest: measured on two busy cores, 0.6 s to the first document instead of 3.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  return runtime.WebAssembly.compile(readPackageFile(packageFiles.find((file) => file.endsWith('.wasm'))!));
}

// Node has it; without the types of a browser, TypeScript knows only the names of its types.
const runtime = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> };
};

export async function openTypstCompiler(program: WebAssembly.Module): Promise<TypstCompiler> {
  const { memory } = await initialize({ module_or_path: program });
  const fonts = readFontFiles();
  const hasGlyph = readCoverage(fonts);
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_raw_font(font);
  const compiler = await builder.build();
  return {
    compile({ main, sources, data, pictures }) {
      try {
        for (const { path, text } of sources) compiler.add_source(path, text);
        for (const item of data) compiler.map_shadow(item.path, encodeJson(setTexts(item), hasGlyph));
        for (const { path, content } of pictures) compiler.map_shadow(path, content);
        const { result, diagnostics } = compiler.compile(main, [], 'pdf', diagnosticsAsObjects) as RawResult;
        return result === undefined ? { problems: (diagnostics ?? []).flatMap(readProblem) } : { pdf: result };
      } finally {
        compiler.reset_shadow();
        compiler.reset();
      }
    },
    sizeBytes: () => memory.buffer.byteLength,
  };
}

function encodeJson(value: unknown, hasGlyph: HasGlyph): Uint8Array {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? printable(inner, hasGlyph) : inner));
  return Buffer.from(text);
}

interface RawResult {
  readonly result?: Uint8Array;
  readonly diagnostics?: readonly RawDiagnostic[];
}

interface RawDiagnostic {
  readonly path: string;
  /** `line:column-line:column`, from 0; empty for none. */
  readonly range: string;
  readonly severity: string;
  readonly message: string;
}

function readProblem({ path, range, severity, message }: RawDiagnostic): LayoutProblem[] {
  if (severity !== 'error') return [];
  const [line, column] = range === '' ? [] : range.split(/[:-]/).map((part) => Number(part) + 1);
  return [{ path, line, column, message: plainMessage(message) }];
}

/** Without advice for the command line, and without the stack of the compiler itself. */
function plainMessage(message: string): string {
  if (message.startsWith('failed to load package')) return 'packages cannot be imported here';
  if (message.startsWith('failed to load file')) return 'there is no such file in the layout';
  return message.replace(/, hints: [\s\S]*$/, '');
}
