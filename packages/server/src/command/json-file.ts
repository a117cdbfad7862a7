import { readFile, stat } from 'node:fs/promises';
// Not zod/mini, which has no error messages to show.
import { core } from 'zod';
import { oneLine } from '../foreign/one-line.ts';
import { CommandFailure } from './command-failure.ts';

/** Several times what a service takes, because indented files shrink on the way to it. */
const FILE_MAX_MIB = 128;
const DETAIL_MAX_CHARS = 200;

/**
 * Reads a JSON file of at most 128 MiB and parses it with the schema. Throws a CommandFailure when either fails;
 * `expected` says what file was expected.
 */
export async function readJsonFile<Schema extends core.$ZodType>(
  file: string,
  schema: Schema,
  expected = '',
): Promise<core.output<Schema>> {
  const unreadable = (error: Error) => {
    throw new CommandFailure(`${file} cannot be read: ${error.message}`);
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > FILE_MAX_MIB * 1024 * 1024) {
    throw new CommandFailure(`${file} has more than ${FILE_MAX_MIB} MiB`);
  }
  const text = await readFile(file, 'utf8').catch(unreadable);
  let value: unknown;
  try {
    // Some editors and shells begin a file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const detail = error instanceof Error ? oneLine(error.message, DETAIL_MAX_CHARS) : '';
    throw new CommandFailure(`${file} is not JSON: ${detail}`);
  }
  const parsed = core.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = [file, issue?.path.join('.'), issue?.message, expected].filter(Boolean);
  throw new CommandFailure(place.join(': '));
}
