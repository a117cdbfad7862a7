import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const COMMAND = fileURLToPath(new URL('../../../comporta.js', import.meta.url));

interface Opened {
  readonly url: string;
  readonly key: string;
  /** Where the command looks for what `comporta login` left. */
  readonly configHome: string;
  readonly args?: readonly string[];
}

/** An editor that started `comporta mcp` and talks to it on standard input and output. */
export async function openEditor({ url, key, configHome, args = [] }: Opened) {
  const client = new Client({ name: 'editor', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [COMMAND, 'mcp', ...args],
      env: {
        PATH: process.env.PATH ?? '',
        XDG_CONFIG_HOME: configHome,
        COMPORTA_URL: url,
        COMPORTA_KEY: key,
      },
    }),
  );
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** `signal` ends the call, as a person does who presses Escape. */
    ask: (name: string, given: Record<string, unknown> = {}, signal?: AbortSignal) =>
      client.callTool({ name, arguments: given }, signal && { signal }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
