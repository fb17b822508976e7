// `npm start`: setup, then the server in this very process, so that signals reach it.
import { setUp } from './setup.mjs';

setUp();
import('../dist/server/cli.js').then(({ main }) => main(['serve', ...process.argv.slice(2)]));
