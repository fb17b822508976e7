#!/usr/bin/env node
// The command `formstead`. In a clone: setup first, then the command in this process. In an installed package everything is built.
// Its one JSON object is all that stdout gets. [running.package]
import './node-version.mjs';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stopWithNpm } from './stop-with-npm.mjs';

const isClone = existsSync(fileURLToPath(new URL('./setup.mjs', import.meta.url)));
const args = process.argv.slice(2);
// `npx formstead` serves.
const command = args.length === 0 && !isClone ? ['serve'] : args;
const ready = isClone ? import('./setup.mjs').then(({ setUp }) => setUp()) : Promise.resolve();
stopWithNpm();
ready.then(() => import('../dist/server/cli.js')).then(({ main }) => main(command));
