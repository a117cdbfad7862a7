/** What this process was started with, for one that is to begin anew. In a file of its own, because it is read before all else. */
export function processEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
