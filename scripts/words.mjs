// `npm run words`: joins the catalogues of all languages, one file of src/words/all for each area. A language is a folder of src/words.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const english = 'en';

/** Of `folder` (src/words): English first, because it is what a person gets who asks for a language that is not here. */
export function listLanguages(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'all')
    .map(({ name }) => name);
  return [english, ...names.filter((name) => name !== english).sort()];
}

/** Paths of catalogues in the folder of a language, without `.json`. */
export function listAreas(folder, language) {
  const own = join(folder, language);
  return readdirSync(own, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => path.replaceAll('\\', '/').replace('.json', ''))
    .sort();
}

/** What src/words/all holds: the text of each file by its path there. */
export function joinedFiles(folder) {
  const languages = listLanguages(folder);
  const areas = listAreas(folder, english).filter((area) => !area.startsWith('admin/'));
  return Object.fromEntries(
    areas.filter((area) => !isFetched(area)).map((area) => [`${area}.ts`, joinedFile(area, languages)]),
  );
}

/** What pages that show forms fetch, by area; the management app fetches its own areas, under admin/, one by one. */
const pageAreas = {
  'page-base': ['items', 'answers', 'page/messages', 'page/view', 'page/fill'],
  'page-fields': ['page/fields'],
  'page-kinds': ['page/kinds'],
  'page-steps': ['page/steps'],
  'page-later': ['page/later'],
};

/** The server imports the messages too. */
const isFetched = (area) => area.startsWith('admin/') || (area.startsWith('page/') && area !== 'page/messages');

/** The files that pages fetch in a language: the JSON of each by its area. An area of several catalogues has each under its name. */
export function fetchedFiles(folder, language) {
  const read = (area) => JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8'));
  const admin = listAreas(folder, english).filter((area) => area.startsWith('admin/'));
  return {
    ...Object.fromEntries(admin.map((area) => [basename(area), read(area)])),
    ...Object.fromEntries(
      Object.entries(pageAreas).map(([name, parts]) => [
        name,
        parts.length === 1 ? read(parts[0]) : Object.fromEntries(parts.map((part) => [basename(part), read(part)])),
      ]),
    ),
  };
}

function joinedFile(area, languages) {
  const up = relative(dirname(join('all', area)), '.').replaceAll('\\', '/');
  const imports = languages.map((language) => {
    return `import ${nameOf(language)} from '${up}/${language}/${area}.json' with { type: 'json' };`;
  });
  const all = languages.map((language) =>
    nameOf(language) === language ? language : `'${language}': ${nameOf(language)}`,
  );
  const isFacts = area === 'language';
  const name = isFacts ? 'languages' : `${nameOf(basename(area))}Words`;
  const type = isFacts ? '' : `: Words<typeof ${english}>`;
  return [
    `// Written by \`npm run words\` from src/words/<language>/${area}.json.`,
    ...imports,
    ...(isFacts ? [] : [`import type { Words } from '${up}/words.ts';`]),
    '',
    `export const ${name}${type} = { ${all.join(', ')} };`,
    '',
  ].join('\n');
}

/** `pt-BR` as an identifier: `ptBR`. */
function nameOf(text) {
  return text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

/** Writes only what differs, so that nothing is built again without need. */
export function writeJoinedFiles(folder) {
  const all = join(folder, 'all');
  const files = joinedFiles(folder);
  mkdirSync(all, { recursive: true });
  for (const path of readdirSync(all, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.ts') && files[path.replaceAll('\\', '/')] === undefined) rmSync(join(all, path));
  }
  for (const [path, text] of Object.entries(files)) {
    const file = join(all, path);
    mkdirSync(dirname(file), { recursive: true });
    if (readOrNothing(file) !== text) writeFileSync(file, text);
  }
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  writeJoinedFiles(resolve(import.meta.dirname, '../src/words'));
}
