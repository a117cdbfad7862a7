import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { furnishApplication } from './furnished-application.ts';

/** What is chosen has the colours that the system has for it. */
async function expectChosen(chosen: Locator): Promise<void> {
  const system = await chosen.evaluate((element) => {
    const probe = element.ownerDocument.createElement('i');
    probe.style.cssText = 'background: Highlight; color: HighlightText; forced-color-adjust: none';
    element.ownerDocument.body.append(probe);
    const { backgroundColor, color } = getComputedStyle(probe);
    probe.remove();
    return { fill: backgroundColor, text: color };
  });
  expect(await drawn(chosen)).toMatchObject(system);
}

/** What the browser draws of an element, or of a part of it. */
function drawn(of: Locator, part?: string) {
  return of.evaluate((element, pseudo) => {
    const { backgroundColor, color, borderTopStyle, borderTopWidth, borderTopColor } =
      getComputedStyle(element, pseudo);
    return {
      fill: backgroundColor,
      text: color,
      edge: borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth),
      edgeColor: borderTopColor,
    };
  }, part);
}

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('CNS-05 CDW-78: switch, buttons, chosen entries, tabs, bars and the mark of Production have edges and system colours', async ({
    adminPage: page,
    company,
  }) => {
    const { id, toggleId, production, splitExperimentId } = await furnishApplication(company);
    await page.goto(`/applications/${id}/toggles`);
    const background = (await drawn(page.locator('body'))).fill;
    const applied = page.getByRole('switch', { name: 'Rules of new-checkout' });
    const paused = page.getByRole('switch', { name: 'Rules of search.ranking' });
    const [on, off] = [await drawn(applied, '::before'), await drawn(paused, '::before')];
    expect(on.edge).toBeGreaterThan(0);
    expect(off.edge).toBeGreaterThan(0);
    expect(on.edgeColor).not.toBe(background);
    expect(on.fill).not.toBe(off.fill);
    expect((await drawn(applied, '::after')).fill).not.toBe(on.fill);
    expect((await drawn(paused, '::after')).fill).not.toBe(off.fill);

    for (const name of ['Filter', 'Views', /^Environment/, 'Actions for new-checkout']) {
      const button = page.getByRole('button', { name }).first();
      const { edge, edgeColor } = await drawn(button);
      expect(edge, `${name}`).toBeGreaterThan(0);
      expect(edgeColor, `${name}`).not.toBe(background);
    }
    expect((await drawn(page.getByRole('link', { name: 'New toggle' }))).edge).toBeGreaterThan(0);

    const sidebar = page.getByRole('complementary');
    await expectChosen(sidebar.getByRole('link', { name: 'Toggles' }));

    const dotOf = (name: string) => sidebar.getByRole('link', { name }).locator('span').first();
    const mark = await drawn(dotOf('Production'));
    expect(mark.fill).not.toBe((await drawn(dotOf('Staging'))).fill);

    const split = page
      .getByRole('row')
      .filter({ hasText: 'payment-provider' })
      .locator('span[style*="gradient"]')
      .first();
    await expect(split).toHaveCSS('forced-color-adjust', 'none');
    const parts = await split.evaluate((bar) =>
      getComputedStyle(bar).backgroundImage.match(/rgb[^)]*\)/g),
    );
    expect(new Set(parts).size).toBe(2);

    await page.goto(
      `/applications/${id}/environments/${production}/experiments/${splitExperimentId}`,
    );
    const tabs = page.getByRole('main').getByRole('navigation').getByRole('link');
    await expect(tabs.first()).toHaveAttribute('aria-current', 'page');
    await expectChosen(tabs.first());
    const choice = page.getByRole('radio', { name: 'Percentage split' }).locator('xpath=../span');
    await expectChosen(choice);

    await page.goto(`/applications/${id}/toggles/${toggleId}`);
    const values = page.getByRole('tab', { name: 'Values' });
    await expect(values).toHaveAttribute('aria-selected', 'true');
    await expectChosen(values);

    // The switch of a form: its track and its thumb have edges, and on and off differ.
    const available = page.getByRole('switch', { name: 'Available to clients' });
    const track = available.locator('xpath=following-sibling::*[1]');
    await expect(available).toBeChecked();
    await expectChosen(track);
    await available.press('Space');
    const isOff = await drawn(track);
    expect(isOff.edge).toBeGreaterThan(0);
    expect(isOff.edgeColor).not.toBe(background);
    expect((await drawn(track.locator('xpath=*[1]'))).fill).not.toBe(isOff.fill);
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('CDW-78: nothing moves: no transition and no animation takes time', async ({
    adminPage: page,
    company,
  }) => {
    const { id, toggleId } = await furnishApplication(company);
    for (const path of ['/dashboard', `/applications/${id}/toggles`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await movingIn(page.locator('html'))).toEqual([]);
    }
    await page.goto(`/applications/${id}/toggles/${toggleId}`);
    await page
      .getByRole('button', { name: /^Copy rules to/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await movingIn(page.locator('html'))).toEqual([]);
  });
});

/** Classes of the elements, and of their parts, that would move. */
function movingIn(root: Locator) {
  return root.evaluate((html) => {
    const isLong = (durations: string) =>
      durations.split(',').some((duration) => Number.parseFloat(duration) > 0);
    return [...html.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(
          element,
          part,
        );
        const moves =
          isLong(transitionDuration) || (animationName !== 'none' && isLong(animationDuration));
        return moves ? [`${element.tagName}.${element.getAttribute('class')}${part ?? ''}`] : [];
      }),
    );
  });
}
