// The process that makes, verifies or tries to restore a scheduled backup. [running.backup.schedule]
import { main } from './cli.ts';

// The process that wanted it is gone; what is half written is removed by the next backup, and a drill removes its database first.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
void main(process.argv.slice(2));
