// A program for process tests: opens the embedded database, says so on stdout, and holds it until SIGTERM. SIGINT it ignores,
// as a server does that is still answering requests.
import { findRunningEmbedded, openEmbedded } from '../../src/server/postgres/embedded.ts';

const [dataDir = '', mode = 'serve', durability = 'durable'] = process.argv.slice(2);

process.on('SIGINT', () => {});
try {
  const running = mode === 'brief' ? await findRunningEmbedded(dataDir) : undefined;
  if (running) say({ isRunning: true, ...running });
  else {
    const database = await openEmbedded({
      dataDir,
      isBrief: mode === 'brief',
      isDurable: durability === 'durable',
      log: (message) => console.error(message),
    });
    const alive = setInterval(() => {}, 1000);
    process.on('SIGTERM', async () => {
      await database.stop();
      clearInterval(alive);
    });
    say({ url: database.url });
  }
} catch (error) {
  say({ error: `${(error as Error).name}: ${(error as Error).message}` });
  process.exitCode = 1;
}

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
