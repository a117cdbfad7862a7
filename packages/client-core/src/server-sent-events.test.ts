import { describe, expect, it } from 'vitest';
import { createEventReader } from './server-sent-events.ts';

function read(...parts: readonly string[]) {
  const reader = createEventReader();
  return parts.flatMap((part) => reader.read(part));
}

const ONE = [{ name: 'revision', data: '{"revision":7}' }];

describe('server-sent events', () => {
  it('end with an empty line; a field may have a space after its colon or not', () => {
    expect(read('event: revision\ndata: {"revision":7}\n')).toEqual([]);
    expect(read('event: revision\ndata: {"revision":7}\n\n')).toEqual(ONE);
    expect(read('event:revision\ndata:{"revision":7}\n\n')).toEqual(ONE);
  });

  it('are the same for any chunks and any line ending', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['id: 7', 'event: revision', 'data: {"revision":7}', '', ''].join(end);
      expect(read(text)).toEqual(ONE);
      for (let cut = 1; cut < text.length; cut++) {
        expect(read(text.slice(0, cut), text.slice(cut))).toEqual(ONE);
      }
      expect(read(...text)).toEqual(ONE);
    }
  });

  it('join lines of data, default to the name `message`, and are ignored without data', () => {
    expect(read('data: a\ndata\ndata: b\n\n')).toEqual([{ name: 'message', data: 'a\n\nb' }]);
    expect(read('event: revision\n\n', 'data: a\n\n')).toEqual([{ name: 'message', data: 'a' }]);
    expect(read(': still here\n\n')).toEqual([]);
  });

  it('may set the time before a client reconnects', () => {
    const reader = createEventReader();
    expect(reader.reconnectMs()).toBeUndefined();
    reader.read('retry: 1500\n\nretry: soon\n\n');
    expect(reader.reconnectMs()).toBe(1500);
  });
});
