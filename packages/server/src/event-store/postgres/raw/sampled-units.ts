import { sql as raw, type SQL } from 'drizzle-orm';

/** Whether a column `unit` is in a sample. Units are hashes, spread evenly over their range and indexed: the lowest are it. */
export function isSampled(times: number): SQL {
  if (times <= 1) return raw`true`;
  const first = Math.floor(2 ** 32 / times)
    .toString(16)
    .padStart(8, '0');
  return raw`unit < ${`${first}-0000-0000-0000-000000000000`}::uuid`;
}
