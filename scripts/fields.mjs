// `npm run fields`: writes src/fields/all/<layer>.ts, which imports one layer of every folder of src/fields (src/fields/kind.ts says
// what a layer is). Files that are right are left as they are. Every build does it first.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The layers: files of these names, which export what they are called. `type` is in `from` (a path in src/fields), src/fields/kind.ts
 * if nothing else is given. `of`: every kind has it, only some kinds have it, or any folder may, also one that is no kind of its own.
 * `isLazy`: that of a kind is loaded when it is asked for.
 */
const layers = [
  { layer: 'value', type: 'KindValue', of: 'every' },
  { layer: 'answer', type: 'KindAnswer', from: 'answer.ts', of: 'every' },
  { layer: 'about', type: 'KindAbout', of: 'every' },
  { layer: 'sample', type: 'KindSample', from: 'sample.ts', of: 'every' },
  { layer: 'cell', type: 'KindCell', from: 'cell.ts', of: 'some' },
  { layer: 'builder', type: 'KindBuilder', from: 'builder.ts', of: 'every' },
  { layer: 'column', type: 'KindColumn', from: 'column.ts', of: 'every' },
  { layer: 'palette', type: 'readonly PaletteItem[]', from: 'palette.ts', of: 'any', as: 'palettes' },
  { layer: 'server/autofill', type: 'KindAutofill', from: '../server/web/kind-autofill.ts', of: 'some' },
  { layer: 'server/insight', type: 'KindInsight', from: '../server/insight/tally-field.ts', of: 'some' },
  { layer: 'server/odata', type: 'KindOData', from: '../server/odata/edm.ts', of: 'some' },
  { layer: 'server/plain', type: 'KindPlain', from: '../server/web/plain-controls.ts', of: 'some' },
  { layer: 'server/schema', type: 'KindSchema', from: '../server/forms/schema/schema-parts.ts', of: 'every' },
  { layer: 'server/table', type: 'KindTable', from: '../server/export/table/kind-table.ts', of: 'some' },
  { layer: 'server/search', type: 'KindSearch', from: '../server/search/item-types.ts', of: 'every' },
  { layer: 'preset', type: 'Preset', from: 'preset.ts', of: 'any', as: 'presets' },
  { layer: 'view/look', type: 'Look', from: '../form-view/control-choice.ts', of: 'every', as: 'looks' },
  { layer: 'view/preset', type: 'PresetView', from: '../form-view/preset-view.ts', of: 'any', as: 'presetViews' },
  {
    layer: 'view/settings',
    type: 'KindSettings',
    from: '../admin/builder/properties/kind-settings.ts',
    of: 'any',
    as: 'settingsByFolder',
  },
];

/** The registries by their paths in src/fields/all; throws where a folder lacks what every kind has. */
export function makeRegistries(fields) {
  const folders = readdirSync(fields, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'all')
    .map(({ name }) => ({ name, facts: readFacts(join(fields, name, 'kind.json')) }))
    .sort((one, other) => placeOf(one) - placeOf(other) || (one.name < other.name ? -1 : 1));
  const kinds = folders.filter(({ facts }) => facts !== undefined);
  const registries = { 'kind.ts': factsOf(kinds) };
  for (const one of layers) {
    const found = (one.of === 'any' ? folders : kinds).flatMap(({ name }) => {
      const file = [`${name}/${one.layer}.ts`, `${name}/${one.layer}.tsx`].find((path) =>
        existsSync(join(fields, path)),
      );
      return file === undefined ? [] : [{ name, file }];
    });
    const without = kinds.find(({ name }) => found.every((other) => other.name !== name));
    if (one.of === 'every' && without !== undefined) {
      throw new Error(`src/fields/${without.name} has no ${one.layer}.ts, which every kind has`);
    }
    if (found.length > 0) registries[`${one.layer}.ts`] = registryOf(one, found);
  }
  return registries;
}

function readFacts(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A folder that gives no place comes after the others. */
function placeOf({ facts = {} }) {
  return facts.place === undefined ? Number.MAX_SAFE_INTEGER : facts.place;
}

function factsOf(kinds) {
  const list = (entries) =>
    `{\n${entries.map(([key, value]) => `  ${quote(key)}: ${quote(value)},\n`).join('')}} as const`;
  const types = kinds.flatMap(({ name, facts }) => facts.types.map((type) => [type, name]));
  const names = kinds.flatMap(({ name, facts }) => (facts.name === undefined ? [] : [[facts.name, name]]));
  const own = kinds.flatMap(({ name, facts }) =>
    facts.ownNames === undefined ? [] : [`  ${quote(name)}: [${facts.ownNames.map(quote).join(', ')}],\n`],
  );
  const options = kinds.flatMap(({ name, facts }) => (facts.options === undefined ? [] : [[name, facts.options]]));
  const needed = kinds.flatMap(({ name, facts }) => (facts.needed === undefined ? [] : [[name, facts.needed]]));
  const pages = kinds.flatMap(({ name, facts }) => (facts.page === undefined ? [] : [[name, facts.page]]));
  return `// Made by npm run fields, of src/fields/<kind>/kind.json.

export type ValueKind =
${kinds.map(({ name }) => `  | ${quote(name)}`).join('\n')};

/** The kind whose folder claims a type of elements. */
export const kindByType = ${list(types)};

/** What a typeValidator calls kinds. */
export const kindByName = ${list(names)};

/** A typeValidator that names one of these says nothing of the elements that their type does not. */
export const ownNamesByKind = {
${own.join('')}} as const;

/** \`typed\`: a typeValidator is about the options; \`questions\`: one is chosen for each of several questions. */
export const optionsByKind = ${list(options)};

/** What the page asks for where an answer is missing; a choice where it is not said. */
export const neededByKind = ${list(needed)};

/** When the page loads the code of a control that not every form has. */
export const pageByKind = ${list(pages)};
`;
}

const quote = (text) => `'${text}'`;

function registryOf({ layer, type, from = 'kind.ts', of, as, isLazy }, found) {
  const base = layer.slice(layer.lastIndexOf('/') + 1);
  const pathTo = (file) => {
    const path = posix.relative(posix.dirname(`all/${layer}`), file);
    return path.startsWith('.') ? path : `./${path}`;
  };
  const held = isLazy ? `() => Promise<{ readonly ${base}: ${type} }>` : type;
  const record = of === 'any' ? `Record<string, ${held}>` : `Record<ValueKind, ${held}>`;
  const imports = found.map(({ name, file }) => `import { ${base} as ${identifierOf(name)} } from '${pathTo(file)}';`);
  const members = found.map(({ name, file }) =>
    isLazy ? `${quote(name)}: () => import('${pathTo(file)}')` : memberOf(name),
  );
  return [
    `// Made by npm run fields: ${layer}.ts of every folder that has it.`,
    '',
    `import type { ${type.replace(/^readonly |\[\]$/g, '')} } from '${pathTo(from)}';`,
    ...(isLazy ? [] : imports.sort()),
    ...(of === 'any' ? [] : [`import type { ValueKind } from '${pathTo('all/kind.ts')}';`]),
    '',
    `export const ${as || `${base}ByKind`}: Readonly<${of === 'some' ? `Partial<${record}>` : record}> = {`,
    ...members.map((member) => `  ${member},`),
    '};',
    '',
  ].join('\n');
}

function identifierOf(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

function memberOf(name) {
  return identifierOf(name) === name ? name : `'${name}': ${identifierOf(name)}`;
}

/** Writes what differs, and takes away the registries of layers that are gone. */
export function writeRegistries(root) {
  const fields = join(root, 'src', 'fields');
  const registries = makeRegistries(fields);
  for (const path of listRegistries(fields)) if (!(path in registries)) rmSync(join(fields, 'all', path));
  for (const [path, text] of Object.entries(registries)) {
    const file = join(fields, 'all', path);
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}

/** The paths of those that are there. */
export function listRegistries(fields) {
  const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.ts'));
  const rooms = ['server', 'view'].flatMap((room) =>
    namesIn(join(fields, 'all', room)).map((name) => `${room}/${name}`),
  );
  return namesIn(join(fields, 'all')).concat(rooms);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeRegistries(resolve(fileURLToPath(import.meta.url), '..', '..'));
}
