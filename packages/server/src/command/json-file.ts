import { readFile, stat } from 'node:fs/promises';
// Not zod/mini, which has no error messages to show.
import { core } from 'zod';
import { CommandFailure } from './command-failure.ts';

/** Several times what a service takes, because indented files shrink on the way to it. */
const FILE_MAX_MIB = 128;

/** Reads a JSON file of at most 128 MiB and parses it with the schema. Throws a CommandFailure when either fails. */
export async function readJsonFile<Schema extends core.$ZodType>(
  file: string,
  schema: Schema,
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
    value = JSON.parse(text);
  } catch {
    throw new CommandFailure(`${file} is not JSON`);
  }
  const parsed = core.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = [file, issue?.path.join('.'), issue?.message].filter(Boolean);
  throw new CommandFailure(place.join(': '));
}
