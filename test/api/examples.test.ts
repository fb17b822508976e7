// Every example of the OpenAPI document is a request that works, and the response that is shown with it is the one it got.
import { expect, test } from 'vitest';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import { createUser } from '../../src/server/identity/create-user.ts';
import { exampleOrder, findExample } from '../../src/server/openapi/examples.ts';
import { runExamples } from '../support/run-examples.ts';
import { startService } from '../support/service.ts';

/** What needs a device, a file, a notice, a mailbox, the own password, or the service's own operator. */
const withoutExample = [
  ...['signInByPasskey', 'addPasskey', 'addPicture', 'dismissNotice', 'confirmEmail', 'claimEmail', 'confirmSignIn'],
  ...['compareSetList', 'restoreSetList', 'acceptSetList'],
];

test('[conventions.document.examples] all run, in their order, and give what the document shows', async () => {
  const service = await startService();
  try {
    await createUser({ ...(findExample('logIn')?.body as { email: string; password: string }) }, service.services);
    const examples: Record<string, unknown> = {};
    const failed: string[] = [];
    for await (const { operationId, status, text, example } of runExamples(service.call)) {
      if (status !== 200) failed.push(`${operationId} ${status}: ${text}`);
      if (example !== undefined) examples[operationId] = example;
    }
    expect(failed).toEqual([]);
    const shown = `${JSON.stringify(examples, undefined, 1)}\n`;
    await expect(shown).toMatchFileSnapshot('../../src/server/openapi/example-responses.json');
  } finally {
    await service.close();
  }
});

test('[conventions.document.examples] every operation has one', () => {
  const ids = apiRoutes.map(({ operationId }) => operationId);
  expect([...exampleOrder, ...withoutExample].sort()).toEqual(ids.sort());
});
