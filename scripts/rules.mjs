// `npm run rules`: writes docs/rules/where.md.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeWhere } from './read-rules.mjs';

const root = resolve(import.meta.dirname, '..');
writeFileSync(resolve(root, 'docs/rules/where.md'), writeWhere(root));
