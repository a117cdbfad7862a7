/** The environment of this process, for replacing the process. In its own file because it is imported before all else. */
export function processEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
