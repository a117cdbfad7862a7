/** A UUID of version 7: the time in milliseconds, and 74 random bits. */
export function newEventId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const zeros = new Uint8Array(10);
  // React Native has no `crypto`. An id has to differ from others; it is no secret.
  const bytes = globalThis.crypto?.getRandomValues(zeros) ?? zeros.map(() => Math.random() * 256);
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f);
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f);
  const rest = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}
