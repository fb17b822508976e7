// Which packages are inside a build: their licences, and a list for scanners of vulnerabilities (CycloneDX), because the package itself
// depends on PostgreSQL alone.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes LICENSES.txt and sbom.json; `inputs` are the paths of the files that were bundled or copied. */
export function writePackagesInside(outdir, inputs) {
  const packages = writeLicences(outdir, inputs);
  const { name, version, license, optionalDependencies } = readJson('package.json');
  const components = new Map(packages.map((one) => [`${one.name}@${one.version}`, componentOf(one)]));
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: componentOf({ name, version, license }, 'application') },
    components: [
      ...components.values(),
      // One of them is installed beside the package, that of the platform.
      ...Object.entries(optionalDependencies).map(([name, version]) => ({
        ...componentOf({ name, version }),
        scope: 'optional',
      })),
    ],
  };
  writeFileSync(join(outdir, 'sbom.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}

/** Returns the packages. */
export function writeLicences(outdir, inputs) {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const packages = [...folders].sort().map((folder) => ({ folder, ...readJson(join(folder, 'package.json')) }));
  if (packages.length > 0) writeFileSync(join(outdir, 'LICENSES.txt'), `${packages.map(licencesOf).join('\n\n')}\n`);
  return packages;
}

function licencesOf({ folder, name, version, license }) {
  // Fonts have a licence of their own beside that of their package.
  const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n');
}

function componentOf({ name, version, license }, type = 'library') {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licenses = typeof license === 'string' ? [{ expression: license }] : undefined;
  return { type, 'bom-ref': purl, name, version, purl, licenses };
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
