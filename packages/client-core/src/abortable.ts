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

/** Yields the text of a body as it arrives. When the consumer stops or aborts, the connection is released. */
export async function* textsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    while (true) {
      const { done, value } = await abortable(reader.read(), signal);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Not awaited: the other end may be unreachable, and the result does not matter.
    reader.cancel().catch(() => {});
  }
}
