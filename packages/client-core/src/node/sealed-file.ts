import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** One line that says where the JSON is from, and the JSON. */
export interface SealedText {
  readonly origin: string;
  readonly json: string;
}

/**
 * What a file holds whose first line names the format and the checksum of all that follows. DAMAGED
 * when a byte is another, or the format is. Whatever keeps it from being read, it is ABSENT.
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
 * Whoever reads the file sees the old text or the new one, never a part: it is written aside,
 * brought to the disk and renamed.
 */
export async function writeSealedFile(
  file: string,
  format: string,
  { origin, json }: SealedText,
): Promise<void> {
  // Made bytes once, and hashed in a turn of its own: of twelve megabytes, either takes some ten milliseconds.
  const contents = Buffer.from(`${origin}\n${json}`);
  // Several processes may share the file.
  const aside = `${file}.${randomUUID()}.tmp`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    // For its owner only: terms of target groups may name people.
    const handle = await open(aside, 'w', 0o600);
    try {
      await handle.write(`${sealOf(format, contents)}\n`);
      await handle.writeFile(contents);
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
