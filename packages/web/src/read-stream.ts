import { retryAfterMsIn } from '@comporta/client-core/events/post-events';

/** The service writes at once. If nothing arrives in this time, a proxy holds the stream back. */
const FIRST_WORD_MS = 10_000;
/** Two heartbeats, of one every 20 seconds, and some delay. */
const SILENCE_MS = 50_000;

interface Reading {
  /** Ends the reading from outside, and is aborted when the stream falls silent. */
  readonly closing: AbortController;
  readonly onSpoken: () => void;
  readonly onData: (data: string) => void;
}

/**
 * Reads a stream of events until it ends, breaks or falls silent. Resolves with the wait that the service asks for before
 * the next one, in milliseconds, else 0; never rejects. `EventSource` tells neither heartbeats nor why a stream was refused, and some
 * platforms do not have it.
 */
export async function readStream(
  open: (signal: AbortSignal) => Promise<Response>,
  { closing, onSpoken, onData }: Reading,
): Promise<number> {
  let idle: ReturnType<typeof setTimeout> | undefined;
  let againMs = 0;
  let rest = '';
  const extend = (ms: number) => {
    clearTimeout(idle);
    idle = setTimeout(() => closing.abort(), ms);
  };
  try {
    extend(FIRST_WORD_MS);
    const { headers, body } = await open(closing.signal);
    againMs = retryAfterMsIn(headers);
    // The service refuses with JSON, and a proxy may respond in its place.
    const isStream = headers.get('content-type')?.startsWith('text/event-stream');
    const reader = body?.getReader();
    const decoder = new TextDecoder();
    while (reader) {
      const { done, value } = await reader.read();
      if (done || !isStream) break;
      onSpoken();
      extend(SILENCE_MS);
      // Every event of the service is one line of data. A comment is a heartbeat.
      const lines = (rest + decoder.decode(value, { stream: true })).split(/[\r\n]/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, field, text = ''] = /^(data|retry): ?(.*)/.exec(line) ?? [];
        if (field === 'data') onData(text);
        if (field === 'retry') againMs = Number(text) || 0;
      }
    }
  } catch {
    // The caller tries again, whatever the reason.
  }
  clearTimeout(idle);
  return againMs;
}
