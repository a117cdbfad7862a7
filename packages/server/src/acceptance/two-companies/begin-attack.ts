import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Answers, Order } from './attacker.ts';

const ATTACKER = fileURLToPath(new URL('attacker.ts', import.meta.url));

export interface RunningAttack {
  /** Ends the attack; resolves with how its calls were answered. */
  end(): Promise<Answers>;
}

/** Begins an attack in a process of its own; resolves when it sends. */
export async function beginAttack(order: Order): Promise<RunningAttack> {
  const attacker = spawn(process.execPath, [ATTACKER, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = text(attacker.stdout);
  await Promise.race([once(attacker.stdout, 'data'), once(attacker, 'exit')]);
  return {
    async end() {
      attacker.stdin.end();
      return JSON.parse((await said).split('\n')[1] ?? '{}');
    },
  };
}
