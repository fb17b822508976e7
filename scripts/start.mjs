// `npm start`: setup, then the server in this very process, so that signals reach it.
import { setUp } from './setup.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

setUp();
stopWithNpm();
import('../dist/server/cli.js').then(({ main }) => main(['serve', ...process.argv.slice(2)]));
