import type { Plugin, Rolldown } from 'vite';
import { LANGUAGE_MODULE } from './compile-messages.ts';

/**
 * Gives before-paint.js the files to load early: the texts of each language, before login and after, the chunks that every screen
 * needs after login, and the screen that most visits start with: `data-en="/assets/en-….js"
 * data-shell="/assets/… /assets/…"`.
 */
export function namePreloads(): Plugin {
  return {
    name: 'name-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = new Map<string, Set<string>>();
        for (const chunk of Object.values(bundle)) {
          const name = chunk.type === 'chunk' ? nameOf(chunk) : undefined;
          if (name === undefined || chunk.type !== 'chunk') continue;
          // A chunk runs only after the styles of the chunks that it imports have loaded, too.
          const chunks = [chunk, ...chunk.imports.map((file) => bundle[file])];
          const styles = chunks.flatMap((one) =>
            one?.type === 'chunk' ? [...(one.viteMetadata?.importedCss ?? [])] : [],
          );
          const needed = [chunk.fileName, ...chunk.imports, ...styles];
          // The browser loads files that the page itself names anyway.
          const early = needed.filter((file) => !html.includes(file));
          files.set(name, new Set([...(files.get(name) ?? []), ...early]));
        }
        const attributes = [...files].map(
          ([name, names]) => ` data-${name}="${[...names].map((file) => `/${file}`).join(' ')}"`,
        );
        return html.replace('src="/before-paint.js"', `$&${attributes.join('')}`);
      },
    },
  };
}

function nameOf({ name, facadeModuleId }: Rolldown.OutputChunk): string | undefined {
  const language = LANGUAGE_MODULE.exec(facadeModuleId ?? '')?.[1];
  if (language !== undefined) return language;
  if (facadeModuleId?.endsWith('/dashboard/dashboard-page.tsx')) return 'dashboard';
  return name === 'shell' || facadeModuleId?.endsWith('/shell/layout.tsx') ? 'shell' : undefined;
}
