// Loads a program that was bundled into one file, with the code that V8 compiled of it at build time: half of the cost of loading is
// compiling. Code that another version of Node.js compiled is ignored, by us or by V8, and the program is compiled as any other file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** What the program exports. */
export function loadProgram<Exports>(address: string): Exports {
  const file = fileURLToPath(address);
  return run<Exports>(compile(file, readCompiled(file)), file);
}

/** For the build: loads the program once, and keeps what was compiled for that. */
export function keepCompiled(file: string): void {
  const script = compile(file, undefined);
  run(script, file);
  writeFileSync(compiledFile(file), script.createCachedData());
}

function compile(file: string, cachedData: Buffer | undefined): Script {
  const parameters = 'exports, require, module, ownAddress, importFile';
  // On the first line, so that lines are those of the file.
  const source = `(function (${parameters}) {${readFileSync(file, 'utf8')}\n})`;
  return new Script(source, { filename: file, cachedData });
}

function run<Exports>(script: Script, file: string): Exports {
  const address = pathToFileURL(file).href;
  const module = { exports: {} };
  // What `import()` is to a module: scripts have none that is not experimental.
  const importFile = (path: string) => import(new URL(path, address).href);
  script.runInThisContext()(module.exports, createRequire(address), module, address, importFile);
  return module.exports as Exports;
}

function readCompiled(file: string): Buffer | undefined {
  const compiled = compiledFile(file);
  return existsSync(compiled) ? readFileSync(compiled) : undefined;
}

/** V8 compares its own version and flags, and the length of the source. */
function compiledFile(file: string): string {
  return `${file}.${process.version}-${process.platform}-${process.arch}.compiled`;
}
