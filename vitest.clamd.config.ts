// `npm run test:clamd`: uploads with clamd itself. It needs clamav-daemon and some memory, so `npm test` leaves it out.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/clamd/**/*.test.ts'],
    globalSetup: ['test/support/database.ts'],
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
});
