import { z } from 'zod';

/**
 * A backup is gzipped text. A header line is followed by the tables: for each a line that describes it, its rows in the
 * text format of PostgreSQL's COPY, and `\.`. Then come a line with the values of the sequences and a line with the
 * SHA-256 of all previous lines. Each table comes after those that it refers to.
 */
export const END_OF_ROWS = '\\.';

export const headSchema = z.object({
  format: z.literal('comporta backup 1'),
  /** The release that wrote it. */
  version: z.string(),
  at: z.iso.datetime(),
  /** The timestamp of the newest applied migration. */
  migratedTo: z.number(),
});

export const tableSchema = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1),
  /** For a table partitioned by day: its days. The restore creates their partitions before it copies rows. */
  days: z.array(z.string().regex(/^\d{8}$/)).default([]),
});

export const endSchema = z.object({
  sequences: z.record(z.string(), z.string()),
  tables: z.int(),
});

export const checksumSchema = z.object({ sha256: z.string() });

/**
 * Valid password links, and the queued mails that contain them, must not be copied to another service; neither sessions, nor
 * what was begun and opens one. So the guard of sessions refuses no row of a restore. Source: IDN-70.
 */
export const LEFT_OUT: readonly string[] = ['password_links', 'mails', 'sessions', 'challenges'];

/** A backup that cannot be used. The message has one line. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup';
}
