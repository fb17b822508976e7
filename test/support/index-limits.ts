// Limits of the index of entries that make segments of a few blocks: a few hundred entries fill several. The entries are written
// one after another, so nothing commits late.
export const smallIndexLimits = {
  minEntries: 1,
  directEntries: 100,
  pageMs: 60_000,
  segmentEntries: 80,
  tailEntries: 20,
  maxSmallSegments: 2,
  maxChanges: 6,
  overlapSeconds: 0.05,
};
