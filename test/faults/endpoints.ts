// Every endpoint with a request that works, for the fault runs. test/fault-endpoints.test.ts compares it with the route table.
import { all, type Endpoint } from './endpoint.ts';
// Each adds its own.
import './factor-endpoints.ts';
import './note-endpoints.ts';
import './options-endpoints.ts';
import './person-endpoints.ts';
import './form-endpoints.ts';
import './entry-endpoints.ts';
import './page-endpoints.ts';

export const endpoints: readonly Endpoint[] = all;
