import type { Language } from '@comporta/messages/languages';
import type { Token } from 'marked';
import type { HelpPageName } from '../base/help/help-pages.ts';

const FILES = import.meta.glob<readonly Token[]>('../../../messages/help/*/*.md', {
  import: 'tokens',
});
const contents = new Map<string, Promise<readonly Token[]>>();

/** The content of one page in one language; loaded once, on demand. */
export function helpContent(page: HelpPageName, language: Language): Promise<readonly Token[]> {
  const file = `../../../messages/help/${language}/${page}.md`;
  const content = contents.get(file) ?? load(file);
  contents.set(file, content);
  return content;
}

async function load(file: string): Promise<readonly Token[]> {
  const tokens = await FILES[file]?.().catch((error: unknown) => {
    // Allows another attempt later: the network may be available again by then.
    contents.delete(file);
    throw error;
  });
  if (tokens === undefined) throw new Error(`The help has no ${file}.`);
  return tokens;
}
