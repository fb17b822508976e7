// `npm test` has ten minutes, of which it gives no more than a sample to what takes long: it leaves out tests with [heavy] in their titles,
// and others look at less. `npm run test:all` is everything.
export const isWhole = process.env['TESTS'] === 'whole';
