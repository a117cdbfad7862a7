import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { describeError } from '@comporta/client-core/describe-error';
import type { ReportedEvent } from '@comporta/client-core/events/event';
import type { EventSpool } from '@comporta/client-core/events/event-queue';
import type { Logger } from '../logger.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Keeps events in a file of one process, a line each, until they are sent. A line is on the disk some
 * milliseconds after its event; what was sent may still stand there after a crash and is sent again,
 * which the service counts once. What goes wrong with the file is told once, and stops nobody.
 */
export function openEventSpool(file: string, logger: Logger): EventSpool {
  const before = textIn(file);
  let bytes = Buffer.byteLength(before);
  // Behind half a line another one would be lost, too.
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
      // What was sent is left standing until it is worth writing the file anew.
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

/** For its owner only: it names users. */
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

/** Without the last line, should it be half a one. */
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
