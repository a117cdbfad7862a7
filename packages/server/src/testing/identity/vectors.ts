import { readFileSync } from 'node:fs';

/** See conformance/identity/README.md. */
const FOLDER = new URL('../../../../../conformance/identity/', import.meta.url);

export interface IdentityCase<Given, Expected> {
  readonly given: Given;
  readonly expected: Expected;
}

/** The cases of a function, by the name of its file. The caller knows their shape. */
export function identityCases<Given, Expected>(
  file: string,
): readonly IdentityCase<Given, Expected>[] {
  return JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8'));
}
