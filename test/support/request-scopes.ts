// A request for tests of code that looks at the scope it runs in, without a server.
import type { RequestScope } from '../../src/server/base/request-scope.ts';

export function createScope(): RequestScope {
  let fail: RequestScope['fail'] = () => {};
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failure.catch(() => {});
  return { caller: () => undefined, worksFor: () => {}, fail, untilFailed: () => failure };
}
