// A browser in the management app of a service: signed in, or not.

import type { BrowserContextOptions } from 'playwright-core';
import type { Settings } from '../../src/server/base/settings.ts';
import { desktop, type FillTab, type FillTest, startFillTest } from './fill-page.ts';
import type { Person } from './service.ts';

export interface AdminTest extends FillTest {
  /** Opens a path of the app as somebody, alice unless said otherwise, in a context of its own. */
  openAs(path: string, options?: AdminTabOptions): Promise<FillTab>;
}

export interface AdminTabOptions extends BrowserContextOptions {
  readonly person?: Person;
  /** The person's setting from now on. */
  readonly language?: 'en' | 'he';
  readonly theme?: 'auto' | 'light' | 'dark';
}

export async function startAdminTest(settings: Settings = {}): Promise<AdminTest> {
  const test = await startFillTest(settings);
  return {
    ...test,
    async openAs(path, options = {}) {
      const { person = test.service.people.alice, language = 'en', theme = 'auto', ...context } = options;
      await test.service.call('PATCH', '/me', { token: person.token, body: { settings: { locale: language, theme } } });
      // Signed in a moment ago, however long ago the database of the tests was made.
      const { db, clock } = test.service.services;
      const time = new Date(clock.now()).toISOString();
      await db.sql`update sessions set proved_at = ${time} where user_id = ${person.user}`;
      const cookies = [{ name: 'formstead_session', value: person.token, url: test.service.url }];
      return test.open(path, { ...desktop, ...context, storageState: { cookies: cookies as never, origins: [] } });
    },
  };
}
