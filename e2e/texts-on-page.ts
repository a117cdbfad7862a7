import type { Page } from '@playwright/test';
import type { Company } from './company.ts';

/** Every text that can be read or heard on the page; what names its own language is left out, and code. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const isOwn = node.parentElement?.closest('body [lang], script, style, noscript, code, kbd');
      // A text of two lines reads as one with a blank.
      if (!isOwn) found.add(node.textContent?.trim().replaceAll(/\s*\n\s*/g, ' ') ?? '');
    }
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        // What is only heard, on an element that nobody hears: the library measures a text with one.
        if (element.closest('body [lang], [aria-hidden=true]') === null) {
          found.add(element.getAttribute(name)?.trim() ?? '');
        }
      }
    }
    return [...found];
  });
}

/** What the company has stored: every text of its answers, and each item of a list in one. */
export async function storedTexts(company: Company): Promise<Set<string>> {
  const applications = await company.call<readonly { readonly id: string }[]>('GET', '/api/apps');
  const lists = ['properties', 'toggles', 'target-groups', 'metrics'];
  const answers = await Promise.all([
    applications,
    company.call('GET', '/api/users'),
    ...applications.flatMap(({ id }) =>
      lists.map((list) => company.call('GET', `/api/apps/${id}/${list}`)),
    ),
  ]);
  // The company, what the audit log alone remembers, and what asked with a key, once that is stored.
  const texts = new Set(['Acme', 'Two letters, such as BR', 'More of them pay.', 'node']);
  JSON.stringify(answers, (_, value: unknown) => {
    // Words of the product, such as SEMANTIC_VERSION, have texts of their own.
    if (typeof value === 'string' && !/^[A-Z_]{4,}$/.test(value)) {
      for (const text of [value, ...value.split(',')]) texts.add(text.trim());
    }
    return value;
  });
  return texts;
}
