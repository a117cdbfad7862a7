import { z } from 'zod';

/**
 * A backup is text under gzip: a line about all of it, then of each table a line about it, its rows as PostgreSQL's
 * COPY writes them, and `\.`; then where the sequences stand, and the SHA-256 of all lines before. Tables stand in an
 * order in which each comes after those that it refers to.
 */
export const END_OF_ROWS = '\\.';

export const headSchema = z.object({
  format: z.literal('comporta backup 1'),
  /** The release that wrote it. */
  version: z.string(),
  at: z.iso.datetime(),
  /** The newest migration of the tables, by its time. */
  migratedTo: z.number(),
});

export const tableSchema = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1),
  /** Of a table by day: the days that it has, which are to be made before. */
  days: z.array(z.string().regex(/^\d{8}$/)).default([]),
});

export const endSchema = z.object({
  sequences: z.record(z.string(), z.string()),
  tables: z.int(),
});

export const checksumSchema = z.object({ sha256: z.string() });

/** Live links to set a password, and the mails that wait to carry them, are for one service only. */
export const LEFT_OUT: readonly string[] = ['password_links', 'mails'];

/** A backup that cannot be used, in one line. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup';
}
