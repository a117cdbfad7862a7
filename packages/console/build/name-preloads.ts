import type { Plugin, Rolldown } from 'vite';

/**
 * Tells before-paint.js what to ask for early is called: the texts of each language, and what every
 * screen needs once somebody is logged in: `data-en="/assets/en-….js" data-shell="/assets/…"`.
 */
export function namePreloads(): Plugin {
  return {
    name: 'name-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = new Map<string, string[]>();
        for (const chunk of Object.values(bundle)) {
          const name = chunk.type === 'chunk' ? nameOf(chunk) : undefined;
          if (name !== undefined)
            files.set(name, [...(files.get(name) ?? []), `/${chunk.fileName}`]);
        }
        const attributes = [...files].map(([name, urls]) => ` data-${name}="${urls.join(' ')}"`);
        return html.replace('src="/before-paint.js"', `$&${attributes.join('')}`);
      },
    },
  };
}

function nameOf({ name, facadeModuleId }: Rolldown.OutputChunk): string | undefined {
  const language = /\/messages\/src\/(\w+)\.json$/.exec(facadeModuleId ?? '')?.[1];
  if (language !== undefined) return language;
  return name === 'shell' || facadeModuleId?.endsWith('/shell/layout.tsx') ? 'shell' : undefined;
}
