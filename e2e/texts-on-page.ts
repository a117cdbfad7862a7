import type { Page } from '@playwright/test';
import type { Company } from './company.ts';

/** Every text that the page shows or that a screen reader reads, except code and elements with their own `lang`. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const isOwn = node.parentElement?.closest('body [lang], script, style, noscript, code, kbd');
      // A line break inside a text counts as one space, and so does a space that is no break.
      if (!isOwn) found.add(node.textContent?.trim().replaceAll(/\s*\n\s*|\u00a0/g, ' ') ?? '');
    }
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        // Labels inside hidden elements are never read: the UI library has one on an element that measures text.
        if (element.closest('body [lang], [aria-hidden=true]') === null) {
          found.add(element.getAttribute(name)?.trim() ?? '');
        }
      }
    }
    return [...found];
  });
}

/** The texts that the company has stored: all strings of the API's responses, and the items of comma-separated lists. */
export async function storedTexts(company: Company): Promise<Set<string>> {
  const applications = await company.call<readonly { readonly id: string }[]>('GET', '/api/apps');
  const lists = [
    'properties',
    'toggles',
    'target-groups',
    'id-lists',
    'metrics',
    'change-requests',
  ];
  const answers = await Promise.all([
    applications,
    company.call('GET', '/api/users'),
    ...applications.flatMap(({ id }) =>
      lists.map((list) => company.call('GET', `/api/apps/${id}/${list}`)),
    ),
  ]);
  // Texts outside these responses: the company, texts in the audit log, and the name of a client that used a key.
  const texts = new Set(['Acme', 'Two letters, such as BR', 'More of them pay.', 'node']);
  JSON.stringify(answers, (_, value: unknown) => {
    // Constants of the API, such as SEMANTIC_VERSION, have translated texts.
    if (typeof value === 'string' && !/^[A-Z_]{4,}$/.test(value)) {
      for (const text of [value, ...value.split(',')]) texts.add(text.trim());
    }
    return value;
  });
  return texts;
}
