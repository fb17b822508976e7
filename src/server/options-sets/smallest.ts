// The smallest of many numbers, without sorting them all.

export class Smallest {
  readonly #count: number;
  #kept: number[] = [];
  /** Numbers from here on are not wanted any more. */
  bound = Number.POSITIVE_INFINITY;

  constructor(count: number) {
    this.#count = count;
  }

  add(number: number): void {
    if (number >= this.bound) return;
    this.#kept.push(number);
    if (this.#kept.length >= 4 * this.#count + 64) this.#tidy();
  }

  /** Ascending. */
  list(): number[] {
    this.#tidy();
    return this.#kept;
  }

  #tidy(): void {
    this.#kept.sort((a, b) => a - b);
    if (this.#kept.length > this.#count) this.#kept.length = this.#count;
    if (this.#kept.length === this.#count && this.#count > 0) this.bound = this.#kept[this.#count - 1]!;
  }
}
