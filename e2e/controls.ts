import { expect, type Page } from '@playwright/test';

/** Heights in px of controls for a mouse, of tools in rows, and of controls for touch. Source: CDW-35. */
const HEIGHTS = { fine: [28, 32], coarse: [40] } as const;

/** Fails when a button, a field or a filter has a look or a height that the design does not have. */
export async function expectControls(page: Page): Promise<void> {
  const strange = [...(await strangeButtons(page)), ...(await strangeHeights(page, HEIGHTS.fine))];
  expect(strange).toEqual([]);
}

/** Fails when a control is not as high as touch needs: 40 px. */
export async function expectControlsForFingers(page: Page): Promise<void> {
  expect(await strangeHeights(page, HEIGHTS.coarse)).toEqual([]);
}

/** Fails when more than one button is filled: it is what a person most likely wants, and says nothing beside another. */
export async function expectOnePrimary(page: Page): Promise<void> {
  const filled = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.color = 'var(--accent)';
    const accent = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll<HTMLElement>('.mantine-Button-root')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .filter((button) => getComputedStyle(button).backgroundColor === accent)
      .map((button) => button.innerText);
  });
  expect(filled.length, filled.join(', ')).toBeLessThanOrEqual(1);
}

/** Buttons with a text that have none of the looks primary, quiet and dangerous. */
function strangeButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    const color = (token: string) => {
      probe.style.color = `var(--${token})`;
      return getComputedStyle(probe).color;
    };
    const kinds = [
      [color('accent'), color('on-accent')],
      [color('fill'), color('text')],
      [color('fill'), color('danger-text')],
      // The confirming button of an alert dialog.
      [color('danger'), color('on-accent')],
    ].map((kind) => kind.join());
    probe.remove();
    return [...document.querySelectorAll<HTMLElement>('.mantine-Button-root')]
      .filter((button) => !button.matches(':disabled, [data-disabled], [data-loading]'))
      .filter((button) => {
        const { backgroundColor, color, fontWeight, borderTopWidth } = getComputedStyle(button);
        const isKind = kinds.includes([backgroundColor, color].join());
        return !(isKind && fontWeight === '500' && borderTopWidth === '0px');
      })
      .map((button) => {
        const { backgroundColor, color, fontWeight, borderTopWidth } = getComputedStyle(button);
        return `${button.innerText}: ${[backgroundColor, color, fontWeight, borderTopWidth]}`;
      });
  });
}

/** The controls that are pressed or typed into, except those whose height depends on their text. */
function strangeHeights(page: Page, heights: readonly number[]): Promise<string[]> {
  const controls = page.locator(
    [
      // The remove button of a chip is as high as the chip.
      'button:not([role], [data-chip], th button)',
      '.mantine-Button-root',
      'input:not([type=checkbox], [type=radio], [type=range], .mantine-PasswordInput-innerInput)',
      '.mantine-PasswordInput-input',
      'select',
    ].join(),
  );
  return controls.evaluateAll(
    (elements, allowed) =>
      elements
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && !allowed.includes(Math.round(box.height)))
        .map(({ element, box }) => `${element.outerHTML.slice(0, 160)}: ${box.height}`),
    heights,
  );
}
