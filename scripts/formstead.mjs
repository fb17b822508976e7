#!/usr/bin/env node
// `npm run formstead -- ...`: setup, then the command in this process. Its one JSON object is all that stdout gets.
import { setUp } from './setup.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

setUp();
stopWithNpm();
import('../dist/server/cli.js').then(({ main }) => main(process.argv.slice(2)));
