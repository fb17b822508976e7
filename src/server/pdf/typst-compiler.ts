// The Typst compiler, as WebAssembly: the same on every platform, without access to files or the network beyond what a job
// brings along. Kept warm between jobs; what it remembers of old ones is forgotten step by step.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import initialize, { TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import { type HasGlyph, printable, readCoverage } from './font-coverage.ts';
import { readFontFiles } from './font-files.ts';
import type { LayoutProblem, TypesetJob } from './typst-job.ts';

export interface TypstCompiler {
  compile(job: Pick<TypesetJob, 'main' | 'sources' | 'data' | 'pictures'>): Compiled;
}

export type Compiled = { readonly pdf: Uint8Array } | { readonly problems: readonly LayoutProblem[] };

/** Each call makes what was not used since a call older, and forgets it at 30: what the last job did not use is gone. */
const EVICTIONS_PER_JOB = 31;
const DIAGNOSTICS_AS_OBJECTS = 3;

export async function openTypstCompiler(): Promise<TypstCompiler> {
  // V8 first translates WebAssembly quickly and later, on all cores at once, well. With one task at a time the first documents
  // are not held up by the rest: measured on two cores, 0.6 s to the first document instead of 3, and 4 s to full speed, not 15.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  const { resolve } = createRequire(import.meta.url);
  await initialize({ module_or_path: readFileSync(resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) });
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
        for (const { path, value } of data) compiler.map_shadow(path, encodeJson(value, hasGlyph));
        for (const { path, content } of pictures) compiler.map_shadow(path, content);
        const { result, diagnostics } = compiler.compile(main, [], 'pdf', DIAGNOSTICS_AS_OBJECTS) as RawAnswer;
        return result === undefined ? { problems: (diagnostics ?? []).flatMap(readProblem) } : { pdf: result };
      } finally {
        compiler.reset_shadow();
        for (let call = 0; call < EVICTIONS_PER_JOB; call++) compiler.reset();
      }
    },
  };
}

function encodeJson(value: unknown, hasGlyph: HasGlyph): Uint8Array {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? printable(inner, hasGlyph) : inner));
  return Buffer.from(text);
}

interface RawAnswer {
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
