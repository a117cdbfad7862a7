import type { Locator, Page } from '@playwright/test';
import { ENVIRONMENTS, storefrontDocument } from './demo/storefront.ts';
import { openOwnConsole } from './own-console.ts';

/** Does the eight tasks of every day, and counts what they take a person: `npm run daily-tasks`. */

interface Hand {
  /** One press with the mouse. */
  press(target: Locator): Promise<void>;
  /** One press on a switch, whose input is hidden behind its picture. */
  switchOn(target: Locator): Promise<void>;
  /** Opens a menu of the platform, and presses one entry: two presses. */
  choose(menu: Locator, entry: string): Promise<void>;
  /** One typed field; to point at the field is part of it. */
  type(field: Locator, text: string): Promise<void>;
}

interface Task {
  readonly name: string;
  /** The most presses and typed fields that the task may take. */
  readonly goal: number;
  /** The page where the person is when the task begins. */
  readonly from: string;
  /** Does the task, and returns what is seen when it is done. */
  readonly work: (hand: Hand) => Promise<Locator>;
}

/** Does one task, waits for its outcome, and prints its counts as a table row. */
async function doTask(page: Page, { name, goal, from, work }: Task): Promise<void> {
  let presses = 0;
  let fields = 0;
  await page.goto(from, { waitUntil: 'networkidle' });
  const outcome = await work({
    async press(target) {
      presses += 1;
      await target.click();
    },
    async switchOn(target) {
      presses += 1;
      await target.check({ force: true });
    },
    async choose(menu, entry) {
      presses += 2;
      await menu.selectOption({ label: entry });
    },
    async type(field, text) {
      fields += 1;
      await field.fill(text);
    },
  });
  await outcome.waitFor();
  const all = presses + fields;
  const verdict = all <= goal ? 'yes' : `no: ${all - goal} more`;
  process.stdout.write(`| ${name} | ${presses} | ${fields} | ${all} | ${goal} | ${verdict} |\n`);
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

await using console = await openOwnConsole();
const { company } = console;
const { id } = await company.createApplication('Storefront', ENVIRONMENTS);
await company.call('POST', `/api/apps/${id}/import`, storefrontDocument());
const page = await console.openAdminPage({ viewport: { width: 1280, height: 800 } });
const main = page.getByRole('main');
const list = `/applications/${id}/toggles`;
const dialog = page.getByRole('dialog');
const question = page.getByRole('alertdialog');
const save = page.getByRole('button', { name: 'Save', exact: true });
const sidebar = page.getByRole('complementary');
const withToggle = (name: string) => `${list}?q=${name}`;

const TASKS: readonly Task[] = [
  {
    name: 'what changed in Production this week, and by whom',
    goal: 3,
    from: '/dashboard',
    async work(hand) {
      const card = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Changes in production' }) });
      await hand.press(card.getByRole('link', { name: 'See all' }));
      return main.getByRole('listitem').filter({ hasText: 'Ana Souza' }).first();
    },
  },
  {
    name: '10 % of the users in Brazil get the new value in Production',
    goal: 10,
    from: withToggle('account.avatar'),
    async work(hand) {
      const row = rowOf(page, 'account.avatar');
      await hand.press(row.getByRole('button', { name: /^Roll out/ }));
      await hand.press(dialog.getByRole('radio', { name: 'Users whose property…' }));
      await hand.choose(dialog.getByLabel(/Property$/), 'country');
      await hand.choose(dialog.getByLabel(/Expression$/), 'Equals');
      await hand.type(dialog.getByLabel(/: Value$/), 'BR');
      await hand.type(dialog.getByLabel(/^Percentage of these users/), '10');
      await hand.press(dialog.getByRole('button', { name: 'Roll out' }));
      return row.getByRole('switch', { name: 'Rules of account.avatar in Production' });
    },
  },
  {
    name: 'a group is made, and gets the new value in Production',
    goal: 9,
    from: withToggle('account.avatar.app'),
    async work(hand) {
      const row = rowOf(page, 'account.avatar.app');
      await hand.press(row.getByRole('button', { name: /^Roll out/ }));
      await hand.press(dialog.getByRole('radio', { name: 'Users whose property…' }));
      await hand.choose(dialog.getByLabel(/Property$/), 'country');
      await hand.choose(dialog.getByLabel(/Expression$/), 'Equals');
      await hand.type(dialog.getByLabel(/: Value$/), 'BR');
      await hand.type(dialog.getByLabel(/^Save these users as a target group/), 'Brazil');
      await hand.press(dialog.getByRole('button', { name: 'Roll out' }));
      return row.getByRole('switch', { name: 'Rules of account.avatar.app in Production' });
    },
  },
  {
    name: 'why does this user get this value in Production',
    goal: 5,
    from: withToggle('checkout.redesign'),
    async work(hand) {
      const actions = page.getByRole('button', {
        name: 'Actions for checkout.redesign',
        exact: true,
      });
      await hand.press(actions);
      await hand.press(page.getByRole('menuitem', { name: 'Open in playground' }));
      await hand.type(page.getByLabel('User id (uid)'), 'u-381');
      await hand.press(page.getByRole('button', { name: 'Evaluate' }));
      return main.getByText(/Rule #\d+ matched/).first();
    },
  },
  {
    name: 'invite somebody to one application',
    goal: 5,
    from: '/users',
    async work(hand) {
      await hand.press(page.getByRole('link', { name: 'new user' }));
      await hand.type(page.getByLabel('Name', { exact: true }), 'Bia');
      await hand.type(page.getByLabel('E-mail'), 'bia@example.com');
      await hand.switchOn(main.getByRole('switch', { name: 'Storefront' }));
      await hand.press(save);
      return page.getByText(/\/password\/[\w-]+$/);
    },
  },
  {
    name: 'everyone gets the new value in Production, whatever the rules',
    goal: 3,
    from: withToggle('checkout.redesign'),
    async work(hand) {
      const actions = page.getByRole('button', {
        name: 'Actions for checkout.redesign',
        exact: true,
      });
      await hand.press(actions);
      await hand.press(page.getByRole('menuitem', { name: 'Roll out…' }));
      await hand.press(dialog.getByRole('button', { name: 'Roll out' }));
      return rowOf(page, 'checkout.redesign').getByRole('link', {
        name: /in Production: (control|variant-a);/,
      });
    },
  },
  {
    name: 'delete a toggle that nothing uses',
    goal: 4,
    from: withToggle('checkout.guest.app'),
    async work(hand) {
      await hand.press(
        page.getByRole('button', { name: 'Delete checkout.guest.app', exact: true }),
      );
      await hand.press(question.getByRole('button', { name: 'Delete toggle' }));
      return page.getByRole('dialog', { name: 'success' });
    },
  },
  {
    name: 'delete a toggle with rules in Production',
    goal: 4,
    from: withToggle('account.avatar.app'),
    async work(hand) {
      const name = 'account.avatar.app';
      await hand.press(page.getByRole('button', { name: `Delete ${name}`, exact: true }));
      await hand.type(question.getByRole('textbox'), name);
      await hand.press(question.getByRole('button', { name: /^Delete with/ }));
      return page.getByRole('dialog', { name: 'success' });
    },
  },
  {
    name: 'stop everything that runs in Production',
    goal: 5,
    from: list,
    async work(hand) {
      await hand.press(sidebar.getByRole('link', { name: 'Production' }).first());
      // The list of toggles has such a checkbox, too.
      await main.getByRole('heading', { name: 'Experiments', exact: true }).waitFor();
      await hand.press(page.getByRole('checkbox', { name: 'Select all' }));
      const bar = page.getByRole('region', { name: /selected$/ });
      await hand.press(bar.getByRole('button', { name: 'Pause…' }));
      const confirmation = dialog.getByRole('textbox', { name: /to confirm$/ });
      const amount = /\d+/.exec(await dialog.getByText(/^Will change/).innerText());
      await hand.type(confirmation, amount?.[0] ?? '');
      await hand.press(dialog.getByRole('button', { name: 'Pause', exact: true }));
      await dialog.waitFor({ state: 'hidden' });
      return main.getByText('Paused', { exact: true }).first();
    },
  },
];

process.stdout.write(
  '| task | presses | fields | together | goal | reached |\n| --- | ---: | ---: | ---: | ---: | --- |\n',
);
for (const each of TASKS) await doTask(page, each);
