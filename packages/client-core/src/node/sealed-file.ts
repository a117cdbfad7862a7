import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { jsonInPieces } from '../json-in-pieces.ts';

/** Encoding and hashing twelve megabytes takes 20 ms, so it is done in turns of this length. */
const TURN_MS = 5;

/** The contents of the file: one line about the origin of the JSON, and the JSON. */
export interface SealedText {
  readonly origin: string;
  readonly json: string;
}

/**
 * Reads a file whose first line has the format and the checksum of all that follows. DAMAGED when a byte or the format
 * differs. ABSENT when the file cannot be read, for any reason.
 */
export function readSealedFile(file: string, format: string): SealedText | 'ABSENT' | 'DAMAGED' {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return 'ABSENT';
  }
  const [seal, contents] = splitLine(text);
  if (seal !== sealOf(format, contents)) return 'DAMAGED';
  const [origin, json] = splitLine(contents);
  return { origin, json };
}

/**
 * Replaces the file atomically: a reader sees either the old text or the new one. The text is written to a temporary
 * file, synced to disk and renamed.
 */
export async function writeSealedFile(
  file: string,
  format: string,
  { origin, value }: { readonly origin: string; readonly value: object },
): Promise<void> {
  const { seal, pieces } = await sealedInTurns(format, origin, value);
  // Several processes may share the file, so each write has its own temporary file.
  const aside = `${file}.${randomUUID()}.tmp`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    // Readable by its owner only: terms of target groups may name people.
    const handle = await open(aside, 'w', 0o600);
    try {
      await handle.write(`${seal}\n`);
      await handle.writeFile(pieces);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

async function sealedInTurns(format: string, origin: string, value: object) {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  function add(text: string): void {
    const piece = Buffer.from(text);
    hash.update(piece);
    pieces.push(piece);
  }
  let since = performance.now();
  add(`${origin}\n`);
  for (const text of jsonInPieces(value)) {
    add(text);
    if (performance.now() - since < TURN_MS) continue;
    await eventLoopTurn();
    since = performance.now();
  }
  return { seal: `${format} ${hash.digest('base64url')}`, pieces };
}

export function hashOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64url');
}

function splitLine(text: string): [line: string, rest: string] {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

function sealOf(format: string, contents: string | Uint8Array): string {
  return `${format} ${hashOf(contents)}`;
}
