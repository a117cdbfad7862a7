import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { VERSION } from '../../platform/base/version.ts';
import { CommandFailure } from '../command-failure.ts';
import type { AskedService } from '../service.ts';
import { mayWrite } from './may-write.ts';
import { TOOLS, type Tool } from './tools.ts';

/** Serves the tools on standard input and output, until the input ends. */
export async function serveTools(service: AskedService, allowWrite: boolean): Promise<void> {
  const hasWrite = await mayWrite(service);
  const tools = TOOLS.filter(({ writes, needsWrite }) => {
    if (writes) return hasWrite && allowWrite;
    return hasWrite || !needsWrite;
  });
  const handle = serveStdio(() => createServer(service, tools));
  await new Promise((resolve) => process.stdin.once('end', resolve));
  await handle.close();
}

function createServer(service: AskedService, tools: readonly Tool[]): McpServer {
  const server = new McpServer({ name: 'comporta', version: VERSION });
  for (const { name, description, input, writes, call } of tools) {
    const about = {
      description,
      inputSchema: input,
      annotations: { readOnlyHint: writes !== true, destructiveHint: false },
    };
    server.registerTool(name, about, async (given) => answerOf(() => call(service, given)));
  }
  return server;
}

/** What customers wrote is only ever in fields of the answer, and a refusal is an answer to the assistant. */
async function answerOf(call: () => Promise<object>) {
  try {
    const answer = await call();
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(answer) }],
      structuredContent: { ...answer },
    };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { content: [{ type: 'text' as const, text: error.message }], isError: true };
  }
}
