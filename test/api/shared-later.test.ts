// Work that requests share and that one of them sets off: it belongs to none of them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RequestScope, runInScope } from '../../src/server/base/request-scope.ts';
import { createThrottle, type Throttle } from '../../src/server/http/throttle.ts';
import { createScope } from '../support/request-scopes.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const id = 'a'.repeat(24);
let throttle: Throttle;
const reported = new Promise<never>(() => {});
/** Each keeps a timer, or goes on, after the request that set it off has ended. */
const shared: Record<string, () => unknown> = {
  'last uses of keys': () => service.services.lastUses.key(id, '192.0.2.1'),
  'last uses of sessions': () => service.services.lastUses.session(id, { ip: '192.0.2.1', isOfApp: false }),
  'the audit chain': () => service.services.auditChain.wake(),
  'visits of forms': () => service.services.visits.add(id, 'opened'),
  'reports of request rates': () => {
    const report = () => reported;
    throttle = createThrottle({ requestsPerMinute: 1_000, now: Date.now, report });
    for (let request = 0; request < 600; request += 1) void throttle.count('192.0.2.1');
  },
};

test.each(Object.keys(shared))(
  '[limits.memory] [running.request-errors] %s: the request that set them off is not kept',
  async (name) => {
    const scope = setOff(shared[name] as () => unknown);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    // Turns and not time: the timers go on for seconds.
    for (let turn = 0; turn < 20 && scope.deref() !== undefined; turn += 1) {
      await nextTurn();
      collect();
    }
    expect(scope.deref()).toBeUndefined();
  },
);

function setOff(work: () => unknown): WeakRef<RequestScope> {
  const scope = createScope();
  runInScope(scope, work);
  return new WeakRef(scope);
}
