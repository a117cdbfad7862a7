import { createBackOff } from '@comporta/client-core/back-off';
import type { CallParts } from './call-parts.ts';

const PROBE_TIMES = { firstRetryMs: 1_000, longestRetryMs: 30_000 };
/** The service answers, and others must not wait long for what it does not accept. */
const REFUSAL_TIMES = { firstRetryMs: 500, longestRetryMs: 5_000 };

/** When the events of one environment are sent next, and what became of those before. */
export class DeliveryLane {
  readonly id: string;
  readonly #backOff = createBackOff(PROBE_TIMES);
  readonly #refusalBackOff = createBackOff(REFUSAL_TIMES);
  #isAway = false;
  #isTold = false;
  isRunning = false;
  /** In milliseconds of the monotonic clock. */
  dueAt = 0;
  /** Of the oldest call; undefined while nothing of it was sent. */
  parts: CallParts | undefined;
  forwardedAt: Date | undefined;
  refused = 0;

  constructor(id: string) {
    this.id = id;
  }

  /** Whether the service does not take events of this environment now. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Whether the service said until when to wait. */
  get isTold(): boolean {
    return this.#isTold;
  }

  waitFor(ms: number): void {
    this.dueAt = performance.now() + ms;
    this.#isTold = false;
  }

  leave(retryAfterMs = 0): void {
    this.#isAway = true;
    this.#retry(retryAfterMs, this.#backOff.nextMs());
  }

  /** It is there, but did not accept what was sent. */
  beRefused(retryAfterMs: number): void {
    this.#retry(retryAfterMs, this.#refusalBackOff.nextMs());
  }

  /** This node could not send. */
  fail(): void {
    this.waitFor(this.#backOff.nextMs());
  }

  #retry(retryAfterMs: number, backOffMs: number): void {
    this.waitFor(retryAfterMs + backOffMs);
    this.#isTold = retryAfterMs > 0;
  }

  /** The service answered. Returns whether it was away. */
  comeBack(): boolean {
    const wasAway = this.#isAway;
    this.#isAway = false;
    this.#backOff.reset();
    this.#refusalBackOff.reset();
    if (this.parts !== undefined) this.parts.refusals = 0;
    this.dueAt = 0;
    return wasAway;
  }

  /** Tries at once, unless the service said until when to wait. */
  hurry(): void {
    if (this.#isAway && !this.#isTold) this.dueAt = 0;
  }
}
