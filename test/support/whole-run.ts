// Of what takes long `npm test` runs a sample: it leaves out tests with [heavy] in their titles, and others look at less. `npm run test:all`
// is everything.
export const isWhole = process.env['TESTS'] === 'whole';
