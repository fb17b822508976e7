import { expect, test } from 'vitest';
import { createCountedTime } from './database-clock.ts';

const start = Date.parse('2026-03-01T10:00:00Z');
const hour = 3_600_000;

/** A process's own clock and a database behind a way of some milliseconds there and back. */
function createWorld() {
  let ticks = 50_000;
  let database = start;
  const time = createCountedTime(() => ticks);
  const pass = (ms: number) => {
    ticks += ms;
    database += ms;
  };
  return {
    time,
    pass,
    setDatabase: (ms: number) => {
      database += ms;
    },
    truth: () => database,
    look(there: number, back: number) {
      const sent = ticks;
      pass(there);
      const seen = database;
      pass(back);
      time.take({ sent, received: ticks, database: seen });
    },
  };
}

test('[conventions.times.database] the time is the database’s, wherever the process’s own clock began', () => {
  const world = createWorld();
  world.look(2, 2);
  expect(world.time.now()).toBe(world.truth());
  world.pass(123_456);
  expect(world.time.now()).toBe(world.truth());
});

test('[conventions.times.database] a slow look does not spoil a quick one, and a quick one mends a slow one', () => {
  const world = createWorld();
  world.look(900, 100);
  expect(Math.abs(world.time.now() - world.truth())).toBeLessThanOrEqual(500);
  world.look(1, 1);
  world.pass(2_000);
  expect(world.time.now()).toBe(world.truth());
  world.look(40, 4_000);
  expect(world.time.now()).toBe(world.truth());
});

test('[conventions.times.database] looks that differ a little never take the time back', () => {
  const world = createWorld();
  world.look(0, 10);
  let last = world.time.now();
  for (const [there, back] of [
    [9, 0],
    [0, 8],
    [7, 0],
    [0, 1],
  ] as const) {
    world.look(there, back);
    expect(world.time.now()).toBeGreaterThanOrEqual(last);
    last = world.time.now();
  }
});

test('[conventions.times.database] a database whose clock was set is followed, forth and back', () => {
  const world = createWorld();
  world.look(1, 1);
  world.setDatabase(hour);
  world.look(1, 1);
  expect(world.time.now()).toBe(world.truth());
  world.setDatabase(-2 * hour);
  world.look(1, 1);
  expect(world.time.now()).toBe(world.truth());
});
