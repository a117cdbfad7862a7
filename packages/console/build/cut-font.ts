import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@comporta/messages/languages';
import subsetFont from 'subset-font';
import { type Plugin, runnerImport } from 'vite';

/** The name of the file in fonts.css. */
const NAME = 'cut-inter.woff2';
const FONT = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const LICENCE = import.meta.resolve('@fontsource-variable/inter/LICENSE');
/** The weights that the console uses. */
const WEIGHTS = { min: 400, max: 600 };

/**
 * Reduces Inter to Latin-1, the other characters of the texts and the weights in use: half of the bytes. The
 * page preloads the font together with its styles. The licence is written beside it.
 */
export function cutFont(): Plugin {
  return {
    name: 'cut-font',
    async config() {
      const font = await subsetFont(readFileSync(fileURLToPath(FONT)), await written(), {
        targetFormat: 'woff2',
        variationAxes: { wght: WEIGHTS },
        // Features that the console does not turn on are left out.
        keepFeatures: ['kern', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'],
      });
      // It must be a file, because styles refer to files, and inside the workspace, because vite serves nothing
      // else.
      const file = fileURLToPath(new URL(`../node_modules/.cache/${NAME}`, import.meta.url));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, font);
      return { resolve: { alias: [{ find: NAME, replacement: file }] } };
    },
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'assets/inter-license.txt',
        source: readFileSync(fileURLToPath(LICENCE)),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => file.endsWith('.woff2'));
        if (font === undefined) return [];
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${font}`,
          crossorigin: '',
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** Returns Latin-1 and every other character of the texts, such as dashes and quotation marks. */
async function written(): Promise<string> {
  const latin = Array.from({ length: 0xff - 0x20 + 1 }, (_, index) =>
    String.fromCodePoint(0x20 + index),
  );
  const texts = LANGUAGES.map(async (language) => {
    const file = fileURLToPath(import.meta.resolve(`@comporta/messages/${language}`));
    const { module } = await runnerImport<{ messages: object }>(file);
    return JSON.stringify(module.messages);
  });
  return [...latin, ...(await Promise.all(texts))].join('');
}
