import { parseArgs } from 'node:util';
import { runService } from '../process/run-service.ts';
import type { Command } from './command.ts';

export const SERVE: Command = {
  summary: 'Run the service: console, API, evaluation',
  usage: 'serve',
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    // Imported here so that other commands do not load the modules of the service.
    const { start } = await import('../start.ts');
    await runService(start);
  },
};
