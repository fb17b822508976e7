// Uploads with clamd itself, as Debian packages it. `npm run test:clamd`; not part of `npm test`.

import { startRealClamd } from '../support/real-clamd.ts';
import { describeScanner } from '../support/scanner-suite.ts';

describeScanner('clamd', startRealClamd);
