/** What the environment tells Node itself. In a file of its own, because it is read before anything else is. */
export function readNodeOptions(): string {
  return process.env.NODE_OPTIONS ?? '';
}
