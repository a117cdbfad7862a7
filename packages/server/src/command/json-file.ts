import { readFile } from 'node:fs/promises';
// Not zod/mini, which has no error messages to show.
import { core } from 'zod';
import { CommandFailure } from './command-failure.ts';

/** Reads a JSON file and parses it with the schema. Throws a CommandFailure when either fails. */
export async function readJsonFile<Schema extends core.$ZodType>(
  file: string,
  schema: Schema,
): Promise<core.output<Schema>> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandFailure(`${file} cannot be read: ${error.message}`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandFailure(`${file} is not JSON`);
  }
  const parsed = core.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandFailure(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
}
