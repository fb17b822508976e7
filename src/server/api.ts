// THE ROUTE TABLE: every endpoint of the API, one row each, grouped as docs/rules is. Only the files it joins import handlers.

import { accountRoutes } from './api/account-routes.ts';
import { auditRoutes } from './api/audit-routes.ts';
import { entryRoutes } from './api/entry-routes.ts';
import { factorRoutes } from './api/factor-routes.ts';
import { formRoutes } from './api/form-routes.ts';
import { identityRoutes } from './api/identity-routes.ts';
import { noteRoutes } from './api/note-routes.ts';
import { optionsSetRoutes } from './api/options-set-routes.ts';
import { peopleRoutes } from './api/people-routes.ts';
import { viewRoutes } from './api/view-routes.ts';
import type { Route } from './http/route.ts';

export const apiRoutes: readonly Route[] = [
  ...identityRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...factorRoutes,
  ...peopleRoutes,
  ...formRoutes,
  ...viewRoutes,
  ...entryRoutes,
  ...noteRoutes,
  ...optionsSetRoutes,
];
