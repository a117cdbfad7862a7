/** One line for people: of a failed fetch, what failed says more than the error itself. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? error.message
    : `${error.message}: ${describeError(error.cause)}`;
}
