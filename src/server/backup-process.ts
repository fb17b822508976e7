// The process that makes a scheduled backup. [running.backup.schedule]
import { main } from './cli.ts';

// The process that wanted it is gone; what is half written is removed by the next backup.
process.once('disconnect', () => process.exit(1));
void main(['backup', ...process.argv.slice(2)]);
