// `npm run test:clamd`: uploads with clamd itself. It needs clamav-daemon and some memory, so `npm test` leaves it out.
import { defineConfig } from 'vitest/config';
import { vitePostgresEdits } from './scripts/postgres-edits.mjs';

export default defineConfig({
  plugins: [vitePostgresEdits()],
  test: {
    server: { deps: { inline: ['postgres'] } },
    include: ['test/clamd/**/*.test.ts'],
    globalSetup: ['test/support/database.ts'],
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
});
