/** A body that was parsed by its endpoint's schema where it was read. */
export class CheckedBody {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}
