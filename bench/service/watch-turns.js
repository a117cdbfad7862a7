/**
 * Loaded into a service before everything else. At SIGUSR2 it appends to the file TURNS_FILE the most processor time,
 * in ms, of one turn of the event loop since the last SIGUSR2. That is how long other requests waited, no matter how
 * busy the machine was.
 */
import { appendFileSync } from 'node:fs';

let longest = 0;
let before = spentMs();

setInterval(() => {
  const now = spentMs();
  longest = Math.max(longest, now - before);
  before = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  appendFileSync(process.env.TURNS_FILE, `${longest}\n`);
  longest = 0;
});

function spentMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
