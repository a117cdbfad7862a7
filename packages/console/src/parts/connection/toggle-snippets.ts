import type { Toggle } from '@comporta/contract/toggles/toggle';
import { typedValue } from '@comporta/engine/typed-value';
import type { Snippet } from './connect-snippets.tsx';
import { type Connection, serverSnippets } from './connection-snippets.ts';
import { pageSnippets } from './page-snippets.ts';

/** A longer text would hide the rest of the program. */
const DEFAULT_MAX_CHARS = 80;

/**
 * Code that evaluates one toggle, in every language. React uses a client key, the others use the key of the
 * environment.
 */
export function toggleSnippets(
  { name, valueType, defaultValue }: Pick<Toggle, 'name' | 'valueType' | 'defaultValue'>,
  { url, facts }: Pick<Connection, 'url' | 'facts'>,
): readonly Snippet[] {
  const connection: Connection = {
    url,
    facts,
    key: undefined,
    toggle: name,
    defaultValue: shortDefault(typedValue(valueType, defaultValue)),
  };
  const [node, ...others] = serverSnippets(connection);
  const react = pageSnippets(connection).filter(({ language }) => language === 'React');
  const programs = others.filter(({ language }) => language !== 'curl');
  const curl: Snippet = {
    language: 'curl',
    packages: undefined,
    code: `curl -H "Authorization: Bearer YOUR_ENVIRONMENT_KEY" -H "Content-Type: application/json" \\
  -d '{"context":{"targetingKey":"user-1"}}' "${url}/ofrep/v1/evaluate/flags/${name}"`,
  };
  return [...(node ? [node] : []), ...react, ...programs, curl];
}

/** Shortens the default value in an example: a structure is empty, and so is a long text. */
function shortDefault(value: ReturnType<typeof typedValue>): Connection['defaultValue'] {
  if (typeof value === 'object' || value === undefined) return {};
  return typeof value === 'string' && value.length > DEFAULT_MAX_CHARS ? '' : value;
}
