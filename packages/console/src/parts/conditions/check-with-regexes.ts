import { loadingRegexes } from '../../substitutes/re2js.ts';

/** Checks again when the first check found a REGEX before the library that compiles it was loaded. */
export async function checkWithRegexes<Result>(check: () => Result): Promise<Result> {
  const result = check();
  const loading = loadingRegexes();
  if (loading === undefined) return result;
  await loading;
  return check();
}
