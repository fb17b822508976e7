// Every endpoint is in the fault runs: a new one fails here until it has a request in one of test/faults/*-endpoints.ts.
import { expect, test } from 'vitest';
import { apiRoutes } from '../src/server/api/route-table.ts';
import { endpoints } from './faults/endpoints.ts';

test('[house] faults: every row of the route table has a request for the fault runs', () => {
  const covered = new Set(endpoints.map(({ name }) => name.split('#')[0]));
  const routes = apiRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((route) => !covered.has(route))).toEqual([]);
});

test('[house] faults: no request is for a route that is gone', () => {
  const routes = new Set(apiRoutes.map(({ method, path }) => `${method} ${path}`));
  const names = endpoints.map(({ name }) => name.split('#')[0] as string);
  const besideTheApi = /^(GET|POST) \/(storage|f|c|e|s|admin|health|odata|mcp)\b/;
  expect(names.filter((name) => !routes.has(name) && !besideTheApi.test(name))).toEqual([]);
});
