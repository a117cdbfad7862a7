import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { collectBytes } from './collect-bytes.ts';

const PIECES = ['{"a":', '"São', ' Paulo"', '}'].map((text) => Buffer.from(text));
const WHOLE = Buffer.concat(PIECES);

function requestOf(pieces: readonly Buffer[], said?: number): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  if (said !== undefined) request.headers['content-length'] = String(said);
  for (const piece of pieces) request.push(piece);
  request.push(null);
  return request;
}

it('OPS-01: a body with a Content-Length is collected in one buffer of its size', async () => {
  const bytes = await collectBytes(requestOf(PIECES, WHOLE.length), 100);
  expect(bytes.equals(WHOLE)).toBe(true);
  expect(bytes.buffer.byteLength).toBe(WHOLE.length);
});

it('a body without a Content-Length has the same bytes', async () => {
  expect((await collectBytes(requestOf(PIECES), 100)).equals(WHOLE)).toBe(true);
  expect(await collectBytes(requestOf([]), 100)).toHaveLength(0);
});

it.each([
  ['says so', WHOLE.length],
  ['does not say so', undefined],
])('PAYLOAD_TOO_LARGE: a body over the limit whose head %s', async (_how, said) => {
  const refused = collectBytes(requestOf(PIECES, said), WHOLE.length - 1);
  await expect(refused).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  expect(await collectBytes(requestOf(PIECES, said), WHOLE.length)).toHaveLength(WHOLE.length);
});
