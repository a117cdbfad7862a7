import { parseArgs } from 'node:util';
import { VERSION } from '../platform/base/version.ts';
import type { Command } from './command.ts';

export const VERSION_COMMAND: Command = {
  summary: 'Print the version',
  usage: 'version',
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    process.stdout.write(`comporta ${VERSION}, Node ${process.versions.node}\n`);
  },
};
