// How much a search does before it stops for a moment, so that no search holds the event loop, whatever a set holds. Nearly all end
// long before they would stop. One step is about 5 ns.
// [limits.event-loop]

const stepsPerTurn = 400_000;

export class SearchWork {
  #left = stepsPerTurn;

  add(steps: number): void {
    this.#left -= steps;
  }

  /** Whether it is time to stop. */
  get isDone(): boolean {
    return this.#left <= 0;
  }

  /** After a stop. */
  begin(): void {
    this.#left = stepsPerTurn;
  }
}
