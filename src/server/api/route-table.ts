// THE ROUTE TABLE: every endpoint of the API, one row each, grouped as docs/rules is. Only the files it joins import handlers.

import type { Route } from '../http/route.ts';
import { accountRoutes } from './account-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { entryRoutes } from './entry-routes.ts';
import { factorRoutes } from './factor-routes.ts';
import { formRoutes } from './form-routes.ts';
import { identityRoutes } from './identity-routes.ts';
import { noteRoutes } from './note-routes.ts';
import { optionsSetRoutes } from './options-set-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { viewRoutes } from './view-routes.ts';

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
