import type { Locator, Page } from '@playwright/test';
import { ENVIRONMENTS, storefrontDocument } from './demo/storefront.ts';
import { openOwnConsole } from './own-console.ts';

/** Does everyday tasks, and counts the presses, keys and looks that they take a person: `npm run daily-tasks`. */

/** Seconds per operator of the keystroke-level model (Card, Moran and Newell). */
const MODEL = { press: 1.3, key: 0.2, look: 1.35 } as const;

interface Hand {
  press(target: Locator): Promise<void>;
  /** Types a text; each character counts as one key. */
  type(text: string): Promise<void>;
  key(name: string): Promise<void>;
  /** Chooses from a list: one press opens it, one chooses. */
  choose(target: Locator, label: string): Promise<void>;
  /** Waits until the target is visible, and counts the time to read it or to decide. */
  look(target: Locator): Promise<void>;
}

interface Counts {
  press: number;
  key: number;
  look: number;
}

/** Does one task, and prints its counts and seconds as a table row. */
async function task(page: Page, what: string, work: (hand: Hand) => Promise<void>): Promise<void> {
  const counts: Counts = { press: 0, key: 0, look: 0 };
  const startedAt = performance.now();
  await work({
    async press(target) {
      counts.press += 1;
      await target.click();
    },
    async type(text) {
      counts.key += text.length;
      await page.keyboard.type(text);
    },
    async key(name) {
      counts.key += 1;
      await page.keyboard.press(name);
    },
    async choose(target, label) {
      counts.press += 2;
      await target.selectOption({ label });
    },
    async look(target) {
      await target.waitFor();
      counts.look += 1;
    },
  });
  const machine = (performance.now() - startedAt) / 1000;
  const { press, key, look } = counts;
  const person = press * MODEL.press + key * MODEL.key + look * MODEL.look;
  const cells = [press, key, look, person.toFixed(1), machine.toFixed(1)];
  process.stdout.write(`| ${what} | ${cells.join(' | ')} |\n`);
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

await using console = await openOwnConsole();
const { company } = console;
const { id } = await company.createApplication('Storefront', ENVIRONMENTS);
await company.call('POST', `/api/apps/${id}/import`, storefrontDocument());
const page = await console.openAdminPage({ viewport: { width: 1280, height: 800 } });
const list = `/applications/${id}/toggles`;
await page.goto(list, { waitUntil: 'networkidle' });
const environment = page.getByRole('button', { name: /^Environment:/ });
const undo = page.getByRole('button', { name: 'Undo' }).last();
const dialog = page.getByRole('dialog');
const row = rowOf(page, 'checkout.redesign');

process.stdout.write(
  '| task | presses | keys | looks | person, s | machine, s |\n| --- | ---: | ---: | ---: | ---: | ---: |\n',
);
await task(page, 'find a toggle by two words of its name, the second first', async (hand) => {
  await hand.key('/');
  await hand.type('redesign checkout');
  await page.getByText(/^\d+ of 300$/).waitFor();
  await hand.look(row);
});
await task(page, 'see who changed it last', (hand) =>
  hand.look(row.getByText('Ana Souza').first()),
);
await task(page, 'compare Staging and Production', async (hand) => {
  await hand.look(row.getByRole('cell').nth(5));
  await hand.look(row.getByRole('cell').nth(6));
});
await task(page, 'see why: what was changed', async (hand) => {
  await hand.press(row.getByRole('link', { name: 'checkout.redesign', exact: true }));
  await hand.press(page.getByRole('tab', { name: 'History' }));
  await hand.look(page.getByText(/imported|created toggle/i).first());
});

await page.goto(`${list}?q=account.avatar`, { waitUntil: 'networkidle' });
const unused = rowOf(page, 'account.avatar');
await task(page, 'turn one on for 10 % in Staging, from Production', async (hand) => {
  await hand.press(environment);
  await hand.press(page.getByRole('radio', { name: 'Staging' }));
  await hand.press(unused.getByRole('button', { name: /^Roll out/ }));
  await hand.look(dialog);
  await hand.press(dialog.getByRole('radio', { name: 'A percentage of users' }));
  await hand.press(dialog.getByRole('textbox'));
  await hand.key('ControlOrMeta+A');
  await hand.type('10');
  await hand.press(dialog.getByRole('button', { name: 'Roll out' }));
  await hand.look(unused.getByText(/10\s?%/).last());
});
await task(page, 'take that back', async (hand) => {
  await hand.press(undo);
  await hand.look(unused.getByRole('button', { name: /^Roll out/ }));
});

const openRollOut = async (hand: Hand, name: string) => {
  await hand.press(page.getByRole('button', { name: `Actions for ${name}`, exact: true }));
  await hand.press(page.getByRole('menuitem', { name: 'Roll out…' }));
};

await page.goto(`${list}?q=checkout.redesign`, { waitUntil: 'networkidle' });
await task(page, '10 % of Brazil, above the rules that are there', async (hand) => {
  await openRollOut(hand, 'checkout.redesign');
  await hand.press(dialog.getByRole('radio', { name: 'Users whose property…' }));
  await hand.choose(dialog.getByLabel(/Property$/), 'country');
  await hand.choose(dialog.getByLabel(/Expression$/), 'Equals');
  await hand.press(dialog.getByLabel(/: Value$/));
  await hand.type('BR');
  await hand.press(dialog.getByLabel(/^Percentage of these users/));
  await hand.key('ControlOrMeta+A');
  await hand.type('10');
  await hand.look(dialog.getByText(/^(Adds|Changes) /));
  await hand.press(dialog.getByRole('button', { name: 'Roll out' }));
  await dialog.waitFor({ state: 'hidden' });
});
await task(page, 'everyone gets the new value, whatever the rules are', async (hand) => {
  await openRollOut(hand, 'checkout.redesign');
  await hand.look(dialog.getByText(/^Replaces /));
  await hand.press(dialog.getByRole('button', { name: 'Roll out' }));
  await dialog.waitFor({ state: 'hidden' });
});
await task(page, 'what changed in Production', async (hand) => {
  await hand.press(page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }));
  await hand.press(
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /production/i }) })
      .getByRole('link', { name: /See all/ }),
  );
  await hand.look(page.getByRole('main').getByText('checkout.redesign').first());
});
await page.goto(list, { waitUntil: 'networkidle' });

await environment.click();
await page.getByRole('radio', { name: 'Production' }).click();
await page.getByRole('searchbox').fill('checkout.redesign');
const rules = row.getByRole('switch');
await task(page, 'pause in Production, from the list of toggles', async (hand) => {
  await hand.press(rules);
  const question = page.getByRole('alertdialog');
  await hand.look(question);
  await hand.type('Production');
  await hand.press(question.getByRole('button', { name: 'Pause' }));
  await hand.look(row.getByText('paused').last());
});
await task(page, 'undo that', async (hand) => {
  await hand.press(undo);
  await row.getByRole('switch', { checked: true }).waitFor();
  await hand.look(row);
});
await task(page, 'pause in Production, as an emergency', async (hand) => {
  await hand.press(
    page.getByRole('complementary').getByRole('link', { name: 'Production' }).first(),
  );
  await hand.look(row);
  await hand.press(row.getByRole('button', { name: /^pause/i }));
  await hand.look(row.getByText('Paused', { exact: true }).first());
});
