import { rm } from 'node:fs/promises';
import type { EventCall } from './event-call.ts';
import type { Kept, Waiting } from './event-spool.ts';
import type { SealingKey } from './sealed-segment.ts';
import {
  append,
  bytesOf,
  createSegment,
  endWriting,
  isDone,
  type KeptCall,
  type Origin,
  type Segment,
} from './segment-file.ts';

interface ShelfOptions {
  readonly folder: string;
  readonly key: SealingKey;
  readonly segmentBytes: number;
  /** Called with what the disk does not take. */
  readonly onTrouble: (error: unknown) => undefined;
  /** Called with a file whose calls are done with. */
  readonly onRemoved: (segment: Segment) => void;
}

interface Pending {
  readonly call: EventCall;
  readonly record: Buffer;
  readonly settle: (kept: Kept) => void;
}

/** The files of one environment, the oldest first. Calls that come at the same time share one write. */
export class Shelf {
  readonly #origin: Origin;
  readonly #options: ShelfOptions;
  #segments: Segment[] = [];
  /** How many events wait to be sent. */
  #events = 0;
  #pending: Pending[] = [];
  #isWriting = false;

  constructor(origin: Origin, options: ShelfOptions) {
    this.#origin = origin;
    this.#options = options;
  }

  /** Goes on with a file that another process has left; it is not continued. */
  take(segment: Segment): void {
    this.#segments.push(segment);
    for (const { events } of segment.calls) this.#events += events;
  }

  files(): readonly string[] {
    return this.#segments.map(({ file }) => file);
  }

  keep(call: EventCall, record: Buffer): Promise<Kept> {
    const { promise, resolve } = Promise.withResolvers<Kept>();
    this.#pending.push({ call, record, settle: resolve });
    if (!this.#isWriting) void this.#write();
    return promise;
  }

  /** Writes what waits to be written, until nothing does. */
  async #write(): Promise<void> {
    this.#isWriting = true;
    for (let first = this.#pending[0]; first !== undefined; first = this.#pending[0]) {
      const segment = await this.#segmentFor(first).catch(this.#options.onTrouble);
      const some = this.#takePending(segment?.writer?.size ?? 0);
      const kept = segment ? await this.#store(segment, some) : 'UNWRITABLE';
      for (const { call, settle } of some) {
        if (kept === 'KEPT') this.#events += call.events.length;
        settle(kept);
      }
    }
    this.#isWriting = false;
    await this.#removeDone();
  }

  async #segmentFor({ record }: Pending): Promise<Segment> {
    const { folder, key, segmentBytes } = this.#options;
    const last = this.#segments.at(-1);
    if (last?.writer && last.writer.size + bytesOf(record) <= segmentBytes) return last;
    await endWriting(last);
    const segment = await createSegment(folder, { origin: this.#origin, key });
    this.#segments.push(segment);
    return segment;
  }

  /** As many as fit behind so many bytes, at least one. */
  #takePending(before: number): readonly Pending[] {
    let size = before;
    const fitting = this.#pending.findIndex(({ record }, place) => {
      size += bytesOf(record);
      return place > 0 && size > this.#options.segmentBytes;
    });
    return this.#pending.splice(0, fitting === -1 ? this.#pending.length : fitting);
  }

  async #store(segment: Segment, some: readonly Pending[]): Promise<Kept> {
    if (segment.writer === undefined) return 'UNWRITABLE';
    try {
      await append(segment, segment.writer, some);
      return 'KEPT';
    } catch (error) {
      this.#options.onTrouble(error);
      // Half a record may be at its end: nothing is written behind it.
      await endWriting(segment);
      return 'UNWRITABLE';
    }
  }

  get waiting(): Waiting | undefined {
    const oldest = this.oldest();
    return oldest && { events: this.#events, oldestAt: new Date(oldest.kept.receivedAtMs) };
  }

  oldest(): { readonly segment: Segment; readonly kept: KeptCall } | undefined {
    const segment = this.#segments.find((one) => !isDone(one));
    const kept = segment?.calls[segment.done];
    return segment && kept && { segment, kept };
  }

  /** The oldest call is done with. */
  async done(): Promise<void> {
    const oldest = this.oldest();
    if (oldest === undefined) return;
    oldest.segment.done += 1;
    this.#events -= oldest.kept.events;
    if (!this.#isWriting) await this.#removeDone();
  }

  async #removeDone(): Promise<void> {
    const gone = this.#segments.filter(isDone);
    // Before anything is awaited: nothing more is written to them.
    this.#segments = this.#segments.filter((segment) => !gone.includes(segment));
    for (const segment of gone) {
      this.#options.onRemoved(segment);
      await endWriting(segment);
      await rm(segment.file, { force: true });
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#segments.map(endWriting));
  }
}
