import { execFile, spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { CommandFailure } from '../command-failure.ts';

/** Of the names of all files. */
const OUTPUT_MAX_BYTES = 256 * 1024 * 1024;

const run = promisify(execFile);

export interface Git {
  /** What git prints, without the last line end. Never through a shell. */
  ask(...args: readonly string[]): Promise<string>;
  /** The items of output that ends each with a zero byte. Each character is a byte: paths need not be UTF-8. */
  list(...args: readonly string[]): Promise<string[]>;
  /** The contents of objects, in the order of their ids. */
  read(ids: readonly string[]): Promise<Buffer[]>;
}

/** Git in a folder. Every call rejects with a CommandFailure that holds what git said. */
export function gitIn(folder: string): Git {
  async function outputOf(args: readonly string[]): Promise<Buffer> {
    const options = { cwd: folder, maxBuffer: OUTPUT_MAX_BYTES, encoding: 'buffer' } as const;
    const { stdout } = await run('git', args, options).catch((error: Error) => {
      throw failureOf(error, args);
    });
    return stdout;
  }

  return {
    ask: async (...args) => (await outputOf(args)).toString().replace(/\n$/, ''),
    list: async (...args) =>
      (await outputOf(args))
        .toString('latin1')
        .split('\0')
        .filter((item) => item !== ''),
    async read(ids) {
      const child = spawn('git', ['cat-file', '--batch'], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      child.stdin.end(ids.map((id) => `${id}\n`).join(''));
      return contentsIn(await buffer(child.stdout), ids.length);
    },
  };
}

/** Each object is a line `<id> <type> <size>`, its bytes and a line end. */
function contentsIn(output: Buffer, count: number): Buffer[] {
  const contents: Buffer[] = [];
  for (let from = 0; contents.length < count; ) {
    const end = output.indexOf('\n', from);
    const size = Number(output.toString('latin1', from, end).split(' ')[2]);
    if (end < 0 || !Number.isInteger(size)) throw new CommandFailure('git did not read a file');
    contents.push(output.subarray(end + 1, end + 1 + size));
    from = end + 1 + size + 1;
  }
  return contents;
}

function failureOf(error: Error, [name]: readonly string[]): CommandFailure {
  if ('code' in error && error.code === 'ENOENT') {
    return new CommandFailure('git, or the folder, is not there');
  }
  const said = 'stderr' in error ? String(error.stderr).trim() : error.message;
  // Git says nothing where two histories do not meet.
  const unmet = 'the histories do not meet; in a shallow clone, fetch more of both branches';
  return new CommandFailure(`git ${name}: ${said === '' && name === 'merge-base' ? unmet : said}`);
}
