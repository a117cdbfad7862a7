/**
 * Rejects as soon as the signal is aborted, whatever becomes of the work. The work may not hear the
 * signal itself: Node 20 and 22 can lose it in a garbage collection (nodejs/undici#4627), and a
 * `fetch` that is not the platform's may know none.
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

/** The text of a body as it comes in. Whoever stops reading, or aborts, lets go of the connection. */
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
    // Not waited for: the other end may be gone, and nothing is done with what it says.
    reader.cancel().catch(() => {});
  }
}
