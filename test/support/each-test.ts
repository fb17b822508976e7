// Runs in every test file of a project with a test service.
import { failOnDifferences } from './check-responses.ts';

failOnDifferences();
