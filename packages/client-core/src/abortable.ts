/**
 * Settles as the work does, but rejects as soon as the signal is aborted. The work may not react to the signal itself:
 * Node 20 and 22 can lose it in a garbage collection (nodejs/undici#4627), and a `fetch` that is not the platform's
 * may ignore it.
 */
export async function abortable<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Yields the text of a body as it arrives. */
export async function* textsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of chunksOf(body, signal)) yield decoder.decode(bytes, { stream: true });
}

/** Yields a body as it arrives. When the consumer stops or aborts, the connection is released. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await abortable(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: the other end may be unreachable, and the result does not matter.
    reader.cancel().catch(() => {});
  }
}
