import process from 'node:process';

const OPTION = '--max-semi-space-size';
/** Of each of the two halves. With 8 and with 64 an evaluation takes the same of a processor. */
const SEMI_SPACE_MB = 8;
/** Of glibc, which else keeps memory apart for each of Node's threads: 2 MB. */
const ARENAS = { MALLOC_ARENA_MAX: '2' };

/**
 * Has Node begin anew in this same process with limits that it takes only at the start: left alone, V8 lets what is new
 * grow to 134 MB as soon as much is read at once, before it looks what of it is needed. What somebody chose stays.
 */
export function limitMemory(env: NodeJS.ProcessEnv): void {
  const { execve, execPath, execArgv, argv, platform } = process;
  // Not everywhere and not before Node 22.15; and what was forked would lose the channel to who forked it.
  if (execve === undefined || platform === 'win32' || process.send !== undefined) return;
  if ([env.NODE_OPTIONS ?? '', ...execArgv].some((option) => option.includes(OPTION))) return;
  const args = [execPath, `${OPTION}=${SEMI_SPACE_MB}`, ...execArgv, ...argv.slice(1)];
  execve(execPath, args, { ...ARENAS, ...env });
}
