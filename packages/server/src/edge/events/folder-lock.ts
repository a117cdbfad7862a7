import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Which process uses the folder. */
const NAME = 'lock';

/** Answers the function that unlocks the folder, or the id of the process that uses it. */
export type Locked = (() => Promise<void>) | { readonly processId: number };

/**
 * Locks a folder for this process. The lock of a process that has ended is taken over, and so is one with the id of this
 * process: in a container, each process has the same.
 */
export async function lockFolder(folder: string): Promise<Locked> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, NAME);
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, `${process.pid} ${await birthOf(process.pid)}\n`, { mode: 0o600 });
  try {
    for (;;) {
      // The file appears with its content, and only if there is none.
      if (await isDone(link(own, file), 'EEXIST')) return () => rm(file, { force: true });
      const owner = await ownerOf(file);
      if (owner === undefined) continue;
      if (await isRunning(owner)) return { processId: owner.processId };
      await removeStale(file, owner);
    }
  } finally {
    await rm(own, { force: true });
  }
}

interface Owner {
  readonly text: string;
  readonly processId: number;
  readonly birth: string;
}

/** Two processes may find the same stale lock: the second must not remove the new lock of the first. */
async function removeStale(file: string, owner: Owner): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  if (!(await isDone(rename(file, aside), 'ENOENT'))) return;
  const moved = await ownerOf(aside);
  if (moved?.text !== owner.text) await isDone(link(aside, file), 'EEXIST');
  await rm(aside, { force: true });
}

async function ownerOf(file: string): Promise<Owner | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (Object(error).code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const [processId, ...birth] = text.trim().split(' ');
  return { text, processId: Number(processId) || 0, birth: birth.join(' ') };
}

async function isRunning({ processId, birth }: Owner): Promise<boolean> {
  if (processId === process.pid || processId < 1) return false;
  try {
    process.kill(processId, 0);
  } catch (error) {
    if (Object(error).code !== 'EPERM') return false; // EPERM: it is another user's.
  }
  const present = await birthOf(processId);
  return birth === '' || present === '' || birth === present;
}

/** When a process was started, on Linux: after the machine was, its id is often that of another one. */
async function birthOf(processId: number): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${processId}/stat`, 'utf8');
    // See proc_pid_stat(5). The second field, in brackets, may contain spaces.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()} ${started}`;
  } catch {
    return '';
  }
}

/** Whether it succeeded; false where it failed with this code. */
async function isDone(work: Promise<unknown>, code: string): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (Object(error).code === code) return false;
    throw error;
  }
}
