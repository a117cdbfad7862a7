import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { EventCall } from './event-call.ts';
import {
  createSealer,
  idIn,
  SEAL_BYTES,
  type SealingKey,
  unsealAll,
  unsealOne,
} from './sealed-segment.ts';

const LENGTH_BYTES = 4;
const LINE_END = '\n';
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** What a file of events says of itself. */
const originSchema = z.object({ companyId: z.string(), environmentId: z.string() });
export type Origin = z.infer<typeof originSchema>;

const aboutSchema = z.object({
  isClient: z.boolean(),
  key: z.string(),
  userAgent: z.optional(z.string()),
  receivedAt: z.iso.datetime(),
  sentAt: z.optional(z.iso.datetime()),
  events: z.int(),
});

/** A call in a file, and where it is. */
export interface KeptCall {
  readonly offset: number;
  readonly length: number;
  readonly isClient: boolean;
  readonly events: number;
  readonly receivedAtMs: number;
}

/** A file of the calls of one environment, in the order in which they came. */
export interface Segment {
  readonly file: string;
  readonly id: Buffer;
  readonly key: SealingKey;
  readonly origin: Origin;
  readonly calls: KeptCall[];
  /** How many of the calls are done with. */
  done: number;
  /** Writes to it; absent when nothing more is written. */
  writer?: Writer | undefined;
}

interface Writer {
  readonly handle: FileHandle;
  readonly seal: (record: Buffer) => Buffer;
  size: number;
}

/** A call as bytes: a line of what it is about, and its events packed. */
export async function recordOf(call: EventCall): Promise<Buffer> {
  const { lane, key, userAgent, receivedAt, sentAt, events } = call;
  const { isClient } = lane;
  const about = { isClient, key, userAgent, receivedAt, sentAt, events: events.length };
  const line = Buffer.from(JSON.stringify(about) + LINE_END);
  return Buffer.concat([line, await pack(JSON.stringify(events))]);
}

/** How many bytes a record takes in a file. */
export function bytesOf(record: Buffer): number {
  return record.length + SEAL_BYTES;
}

/** The same of a call that is in one. */
export function bytesOfKept({ length }: KeptCall): number {
  return length + LENGTH_BYTES;
}

function aboutIn(record: Buffer) {
  const end = record.indexOf(LINE_END);
  const about = aboutSchema.parse(JSON.parse(record.subarray(0, end).toString()));
  return { ...about, receivedAt: new Date(about.receivedAt), packed: record.subarray(end + 1) };
}

/** Makes a new file. It is there after a power failure. */
export async function createSegment(
  folder: string,
  { origin, key }: Pick<Segment, 'origin' | 'key'>,
): Promise<Segment> {
  const sealer = createSealer(key);
  const begin = sealer.begin(Buffer.from(JSON.stringify(origin)));
  const id = idIn(begin);
  const name = `${String(Date.now()).padStart(15, '0')}-${id.toString('hex')}${EXTENSION}`;
  const file = path.join(folder, name);
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(begin);
    await syncFolder(folder);
  } catch (error) {
    await handle.close();
    await rm(file, { force: true });
    throw error;
  }
  const writer = { handle, seal: sealer.seal, size: begin.length };
  return { file, id, key, origin, calls: [], done: 0, writer };
}

export const EXTENSION = '.events';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface Written {
  readonly record: Buffer;
  readonly call: EventCall;
}

/** Writes calls to the end of a file; they are on the disk when it resolves. */
export async function append(
  { calls }: Segment,
  writer: Writer,
  written: readonly Written[],
): Promise<void> {
  const frames = written.map(({ record }) => writer.seal(record));
  const whole = Buffer.concat(frames);
  await writer.handle.writeFile(whole);
  await writer.handle.datasync();
  let end = writer.size;
  for (const { record, call } of written) {
    const offset = end + LENGTH_BYTES;
    end += bytesOf(record);
    const { lane, receivedAt, events } = call;
    const receivedAtMs = receivedAt.getTime();
    const { isClient } = lane;
    calls.push({ offset, length: end - offset, isClient, events: events.length, receivedAtMs });
  }
  writer.size = end;
}

/** Nothing more is written to it. */
export async function endWriting(segment: Segment | undefined): Promise<void> {
  const handle = segment?.writer?.handle;
  if (segment === undefined || handle === undefined) return;
  segment.writer = undefined;
  await handle.close().catch(() => {}); // What was kept is on the disk.
}

export function isDone({ calls, done }: Segment): boolean {
  return done === calls.length;
}

/** Undefined for a file that no key opens. UNFINISHED: nothing in it was ever acknowledged. */
export async function readSegment(
  file: string,
  keys: readonly SealingKey[],
): Promise<Segment | 'UNFINISHED' | undefined> {
  const bytes = await readFile(file);
  const unsealed = unsealAll(bytes, keys);
  if (unsealed === undefined || unsealed === 'UNFINISHED') return unsealed;
  const { key, records } = unsealed;
  const [first, ...others] = records;
  if (first?.record === undefined) return 'UNFINISHED';
  const origin = originSchema.parse(JSON.parse(first.record.toString()));
  const calls = others.map(({ record, offset, length }) => {
    const place = { offset, length };
    if (record === undefined) return { ...place, ...DAMAGED };
    const { isClient, events, receivedAt } = aboutIn(record);
    return { ...place, isClient, events, receivedAtMs: receivedAt.getTime() };
  });
  return { file, id: idIn(bytes), key, origin, calls, done: 0 };
}

const DAMAGED = { isClient: false, events: 0, receivedAtMs: 0 };

/** Reads the oldest call that is not done with; undefined when it is damaged. */
export async function readNext(
  { file, key, id, origin, done }: Segment,
  { offset, length }: KeptCall,
): Promise<EventCall | undefined> {
  const sealed = Buffer.alloc(length);
  const handle = await open(file, 'r');
  try {
    await handle.read(sealed, 0, length, offset);
  } finally {
    await handle.close();
  }
  // The first record of the file tells of the file.
  const record = unsealOne(sealed, { key, id, count: done + 1 });
  if (record === undefined) return undefined;
  const { packed, isClient, key: sender, userAgent, receivedAt, sentAt } = aboutIn(record);
  const events: unknown[] = JSON.parse((await unpack(packed)).toString());
  return {
    lane: { ...origin, isClient },
    key: sender,
    userAgent,
    receivedAt,
    sentAt: sentAt === undefined ? undefined : new Date(sentAt),
    events,
  };
}
