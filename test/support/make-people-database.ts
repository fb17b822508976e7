// A program: fills the empty database of the address given with what a service and the people of the tests need, and prints the people.
// A process of its own because the run of the tests would have to load and transform the whole server for it.

import { readConfig } from '../../src/server/base/config.ts';
import { buildApp } from '../../src/server/program/app.ts';
import { openServices } from '../../src/server/program/open-services.ts';
import { addPeople, quickCost } from './people.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const services = await openServices({
  config: readConfig({ RATE_LIMIT: '0', DATA_DIR: dataDir }),
  databaseUrl,
  log: { info() {}, warn() {}, error() {}, request() {} },
  passwordCost: quickCost,
});
const app = await buildApp(services);
const people = await addPeople({ url: await app.listen({ port: 0, host: '127.0.0.1' }), services });
await app.close();
await services.close();
process.stdout.write(JSON.stringify(people));
