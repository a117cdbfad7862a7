import { readFileSync } from 'node:fs';
import { help } from '@comporta/messages/help';
import { marked, type Token, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';

const MOST_BYTES = 8 * 1024;

function textOf(language: 'en' | 'pt', page: string): string {
  return readFileSync(
    new URL(`../../messages/help/${language}/${page}.md`, import.meta.url),
    'utf8',
  );
}

/** The structure of a page, without its words. */
function shapeOf(tokens: readonly Token[]): unknown[] {
  return tokens
    .filter(({ type }) => type !== 'space')
    .map((token) => {
      switch (token.type) {
        case 'code':
          return ['code', token.lang, token.text];
        case 'table':
          return ['table', token.header.length, token.rows.length];
        case 'list':
          return ['list', token.ordered, token.items.length];
        default:
          return [token.type, 'depth' in token ? token.depth : undefined];
      }
    });
}

/** The sentences and headings, which a translation changes. */
function proseOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'paragraph' || token.type === 'heading') return [token.text];
    if (token.type === 'list') return (token as Tokens.List).items.map(({ text }) => text);
    return [];
  });
}

describe.each(Object.keys(help.page))('CDW-59: the page %s of the help', (page) => {
  const en = marked.lexer(textOf('en', page));
  const pt = marked.lexer(textOf('pt', page));

  it('has the same parts and the same code in both languages', () => {
    expect(shapeOf(pt)).toEqual(shapeOf(en));
  });

  it('leaves no sentence untranslated', () => {
    const english = new Set(proseOf(en).filter((text) => text.includes(' ')));
    expect(proseOf(pt).filter((text) => english.has(text))).toEqual([]);
  });

  it('is short', () => {
    for (const language of ['en', 'pt'] as const) {
      expect(Buffer.byteLength(textOf(language, page))).toBeLessThan(MOST_BYTES);
    }
  });
});
