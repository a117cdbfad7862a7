import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { describeError } from '@comporta/client-core/describe-error';
import type { ReportedEvent } from '@comporta/client-core/events/event';
import type { EventSpool } from '@comporta/client-core/events/event-queue';
import type { Logger } from '../logger.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Keeps events in a file, one line each, until they are sent. Only one process may use the file. A line is on disk
 * a few milliseconds after its event. After a crash the file may still hold events that were sent; they are sent
 * again, and the service counts them once. The first file error is logged; none stops the client.
 */
export function openEventSpool(file: string, logger: Logger): EventSpool {
  const before = textIn(file);
  let bytes = Buffer.byteLength(before);
  // A truncated last line needs a line break, or the next event would be lost with it.
  let lines = before === '' || before.endsWith('\n') ? [] : ['\n'];
  let rest: readonly ReportedEvent[] | undefined;
  let writing: Promise<void> | undefined;
  let hasWarned = false;

  function warn(message: string): void {
    if (!hasWarned) logger.warn(`Comporta: ${message}`);
    hasWarned = true;
  }

  async function writeAll(): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    while (rest !== undefined || lines.length > 0) {
      if (rest === undefined) {
        const text = lines.join('');
        lines = [];
        await put('a', file, text);
      } else {
        const text = rest.map(lineOf).join('');
        rest = undefined;
        bytes = Buffer.byteLength(text);
        await put('w', `${file}.tmp`, text);
        await rename(`${file}.tmp`, file);
      }
    }
  }

  function write(): void {
    writing ??= writeAll()
      .catch((error: unknown) => warn(`${file} was not written: ${describeError(error)}`))
      .finally(() => {
        writing = undefined;
      });
  }

  return {
    kept: eventsIn(before),
    keep(event) {
      const line = lineOf(event);
      const length = Buffer.byteLength(line);
      if (bytes + length > MAX_BYTES) {
        warn(`${file} is full: events wait in memory only`);
        return;
      }
      bytes += length;
      lines.push(line);
      write();
    },
    settle(left) {
      // Sent events stay in the file until rewriting it is worth the cost.
      if (left.length > 0 && bytes < MAX_BYTES / 2) return;
      lines = [];
      rest = [...left];
      write();
    },
    async finish() {
      while (writing !== undefined) await writing;
    },
  };
}

/** Readable by the owner only, because the file contains uids. */
async function put(flags: 'a' | 'w', file: string, text: string): Promise<void> {
  const handle = await open(file, flags, 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Lines that are not valid events are skipped, such as a truncated last line. */
function eventsIn(text: string): ReportedEvent[] {
  return text.split('\n').flatMap((line) => {
    try {
      const event = Object(JSON.parse(line));
      return event.type === 'exposure' || event.type === 'track' ? [event] : [];
    } catch {
      return [];
    }
  });
}

function lineOf(event: ReportedEvent): string {
  return `${JSON.stringify(event)}\n`;
}
