import process from 'node:process';

const OPTION = '--max-semi-space-size';
/** The size of each of the two semi-spaces. An evaluation takes the same processor time with 8 and with 64. */
const SEMI_SPACE_MB = 8;
/** Limits the arenas of glibc, which would otherwise give each of Node's threads its own, of 2 MB. */
const ARENAS = { MALLOC_ARENA_MAX: '2' };

/** The options and the environment of a process of Node with these limits. Limits set by the operator are kept. */
export function withLimits(env: NodeJS.ProcessEnv) {
  const { execArgv } = process;
  return {
    options: isLimited(env) ? execArgv : [`${OPTION}=${SEMI_SPACE_MB}`, ...execArgv],
    env: { ...ARENAS, ...env },
  };
}

function isLimited(env: NodeJS.ProcessEnv): boolean {
  return [env.NODE_OPTIONS ?? '', ...process.execArgv].some((option) => option.includes(OPTION));
}

/**
 * Replaces this process with a new Node of the same process id, with limits that can only be set at the start. By
 * default V8 lets the young generation grow to 134 MB when much is read at once. Limits set by the operator are kept.
 */
export function limitMemory(env: NodeJS.ProcessEnv): void {
  const { execve, execPath, argv, platform } = process;
  // execve is missing on Windows and before Node 22.15. A forked process would lose the IPC channel to its parent.
  if (execve === undefined || platform === 'win32' || process.send !== undefined) return;
  if (isLimited(env)) return;
  const limited = withLimits(env);
  execve(execPath, [execPath, ...limited.options, ...argv.slice(1)], limited.env);
}
