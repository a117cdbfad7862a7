export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
}

export interface EventReader {
  /** Returns the events that this part of the stream completes. */
  read(text: string): ServerSentEvent[];
  /** How long the server wants a client to wait before it reconnects; undefined when the server did not say. */
  reconnectMs(): number | undefined;
}

/**
 * Parses a stream of server-sent events according to the HTML standard, but ignores ids: a client that reconnects
 * fetches the whole snapshot anyway. https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createEventReader(): EventReader {
  let rest = '';
  let endedWithReturn = false;
  let reconnectMs: number | undefined;
  let name = '';
  let data: string[] = [];

  function readField(line: string): void {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'retry' && /^\d+$/.test(value)) reconnectMs = Number(value);
  }

  return {
    read(text) {
      // A \r\n may be split between two chunks.
      const lines = (rest + (endedWithReturn ? text.replace(/^\n/, '') : text)).split(/\r\n|\n|\r/);
      if (text !== '') endedWithReturn = text.endsWith('\r');
      rest = lines.pop() ?? '';
      const events: ServerSentEvent[] = [];
      for (const line of lines) {
        if (line !== '') {
          readField(line);
          continue;
        }
        if (data.length > 0) events.push({ name: name || 'message', data: data.join('\n') });
        name = '';
        data = [];
      }
      return events;
    },
    reconnectMs: () => reconnectMs,
  };
}
