import { parseArgs } from 'node:util';
import type { Command } from '../command.ts';
import { CommandFailure } from '../command-failure.ts';
import { SERVICE_OPTIONS, SERVICE_USAGE, serviceOf } from '../service.ts';

export const MCP: Command = {
  summary: 'Let an assistant in an editor read, and if allowed change, what the service has',
  usage: `mcp [--allow-write]
  --allow-write       also offer to create toggles and to save rules, if the key may; in production-like
                      environments rules become a change request, which people approve and apply
${SERVICE_USAGE}
                      a personal token that may only read is enough without --allow-write; explain is offered
                      only if the key may write

A server of the Model Context Protocol on standard input and output: an editor starts it with this command. What a tool may
do is what the key may do, and the audit log says so.`,
  async run(args, readSettings) {
    const { values } = parseArgs({
      args: [...args],
      options: { ...SERVICE_OPTIONS, 'allow-write': { type: 'boolean' } },
    });
    const service = serviceOf(values, readSettings());
    // Imported here so that other commands do not load the library.
    const { serveTools } = await import('./serve-tools.ts');
    await serveTools(service, values['allow-write'] === true).catch((error: unknown) => {
      throw new CommandFailure(`the protocol failed: ${String(error)}`);
    });
  },
};
