import type { Plugin } from 'vite';

/** Tells before-paint.js what the files of the languages are called: `data-en="/assets/en-….js"`. */
export function nameCatalogues(): Plugin {
  return {
    name: 'name-catalogues',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const names = Object.values(bundle).flatMap((chunk) => {
          const source = chunk.type === 'chunk' ? chunk.facadeModuleId : undefined;
          const language = /\/messages\/src\/(\w+)\.json$/.exec(source ?? '')?.[1];
          return language === undefined ? [] : ` data-${language}="/${chunk.fileName}"`;
        });
        return html.replace('src="/before-paint.js"', `$&${names.join('')}`);
      },
    },
  };
}
