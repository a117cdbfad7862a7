import process from 'node:process';

const OPTION = '--max-semi-space-size';
/** Of each of the two halves. With 4 to 64 an evaluation takes the same of a processor. */
const SEMI_SPACE_MB = 8;

/**
 * Has Node begin anew in this same process with a limit for what is new, which V8 takes only at the start: left alone it
 * lets that grow to 134 MB as soon as much is read at once, before it looks what of it is needed. What somebody chose stays.
 * @param chosen NODE_OPTIONS
 */
export function limitYoungGeneration(chosen: string): void {
  const { execve, execPath, execArgv, argv, platform } = process;
  // Not everywhere and not before Node 22.15; and what was forked would lose the channel to who forked it.
  if (execve === undefined || platform === 'win32' || process.send !== undefined) return;
  if ([chosen, ...execArgv].some((option) => option.includes(OPTION))) return;
  execve(execPath, [execPath, `${OPTION}=${SEMI_SPACE_MB}`, ...execArgv, ...argv.slice(1)]);
}
