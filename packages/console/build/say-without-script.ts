import { LANGUAGES, LOCALES } from '@comporta/messages/languages';
import { speak } from '@comporta/messages/speak';
import type { Plugin } from 'vite';

/**
 * Adds the texts that do not depend on the console's code. Users without JavaScript get theirs in every language, because
 * they cannot choose one. before-paint.js shows the other when files of the page are missing.
 */
export function sayWithoutScript(): Plugin {
  return {
    name: 'say-without-script',
    transformIndexHtml(html) {
      const inEach = (key: 'page.noScript' | 'page.notLoaded', attribute = '') =>
        LANGUAGES.map(
          (language) => `<p lang="${LOCALES[language]}"${attribute}>${speak(language)(key)}</p>`,
        ).join('');
      return html
        .replace('<body>', `$&\n    <noscript>${inEach('page.noScript')}</noscript>`)
        .replace('<div id="root">', `$&${inEach('page.notLoaded', ' hidden')}`);
    },
  };
}
