import type { Page } from '@playwright/test';
import { printRow, requireAllRows } from '../scripts/budget-rows.ts';
import { type BudgetRoutes, DAILY_TOGGLES, fillForBudgets } from './budget-company.ts';
import {
  bytesOf,
  bytesSince,
  countCpu,
  cpuMs,
  cpuOf,
  heapBytes,
  interactionOf,
  paintOf,
  SETTLE_MS,
  slowDown,
  throttle,
} from './budget-measures.ts';
import { goToProfile } from './logged-in.ts';
import { openOwnConsole } from './own-console.ts';

/**
 * Prints what the console costs a browser, next to its budget: `npm run budgets`. Exits with 1 when a figure that does
 * not depend on the machine is over its budget.
 */

type Open = (path: string) => Promise<Page>;

const ROUTE_CHANGES = 50;
const LOAD_RUNS = 3;

const WEIGHED = [
  'login',
  'dashboard',
  'toggleList',
  'experimentEditor',
  'results',
  'planner',
] as const satisfies readonly (keyof BudgetRoutes)[];

async function measureBytes(open: Open, routes: BudgetRoutes): Promise<void> {
  for (const name of WEIGHED) {
    const page = await open(routes[name]);
    const { script, stylesheet } = await bytesOf(page, routes[name]);
    printRow(`JavaScript, ${name}`, script / 1024);
    printRow(`CSS, ${name}`, stylesheet / 1024);
    await page.context().close();
  }
  const login = await open(routes.login);
  printRow('the font', (await bytesOf(login, routes.login)).font / 1024);
  await login.context().close();
}

/** Code that is loaded on demand only. */
async function measureLazyBytes(open: Open): Promise<void> {
  const log = await open('/audit-logs');
  await bytesOf(log, '/audit-logs');
  const calendar = await bytesSince(log, async () => {
    await log.getByRole('button', { name: 'From: open the calendar' }).click();
  });
  printRow('JavaScript and CSS of the calendar', (calendar.script + calendar.stylesheet) / 1024);
  await log.context().close();

  const help = await open('/help');
  await bytesOf(help, '/help/concepts');
  const text = await bytesSince(help, () =>
    help.getByRole('link', { name: 'Rules and splits' }).first().click(),
  );
  printRow('JavaScript of a page of the help', text.script / 1024);
  await help.context().close();

  const users = await open('/users');
  await bytesOf(users, '/users');
  const profile = await bytesSince(users, () => goToProfile(users));
  printRow('JavaScript of the profile', profile.script / 1024);
  await users.context().close();
}

async function measurePaints(open: Open, routes: BudgetRoutes): Promise<void> {
  for (const name of ['login', 'dashboard'] as const) {
    for (const how of ['', ', slow'] as const) {
      const paints: { lcp: number; cls: number }[] = [];
      for (let run = 0; run < LOAD_RUNS; run += 1) {
        const page = await open(routes[name]);
        if (how !== '') await throttle(page);
        paints.push(await paintOf(page, routes[name]));
        await page.context().close();
      }
      printRow(`LCP, ${name}${how}`, Math.min(...paints.map((paint) => paint.lcp)));
      printRow(`CLS, ${name}${how}`, Math.max(...paints.map((paint) => paint.cls)));
    }
  }
}

async function measureList(open: Open, { toggleList, dailyList }: BudgetRoutes): Promise<void> {
  printRow('CPU, 5,000 toggles: load', await loadOf(open, toggleList, 1));
  const long = await open(toggleList);
  await long.goto(toggleList, { waitUntil: 'networkidle' });
  printRow('elements, 5,000 toggles', await long.locator('*').count());
  printRow('CPU, 5,000 toggles: a key in the search', await searchOf(long));
  await long.context().close();

  printRow(
    'CPU, 300 toggles in 4 environments: load',
    await loadOf(open, dailyList, DAILY_TOGGLES),
  );
  const daily = await open(dailyList);
  await daily.goto(dailyList, { waitUntil: 'networkidle' });
  const rows = daily.locator('tbody tr');
  const elements = (await rows.locator('*').count()) / (await rows.count());
  printRow('elements of a row, 300 toggles in 4 environments', elements);
  printRow('CPU, 300 toggles in 4 environments: a key in the search', await searchOf(daily));
  await daily.context().close();
}

/** The minimum CPU time in ms of several loads, until `rows` rows are drawn: the last ones are drawn when idle. */
async function loadOf(open: Open, path: string, rows: number): Promise<number> {
  const loads: number[] = [];
  for (let run = 0; run < LOAD_RUNS; run += 1) {
    const page = await open(path);
    const session = await countCpu(page);
    const before = await cpuMs(session);
    await page.goto(path, { waitUntil: 'networkidle' });
    // A query in the page: a locator would walk all elements, which takes 10 ms or more of the measured time.
    const last = `[aria-rowindex="${rows + 1}"]`;
    await page.waitForFunction((row) => document.querySelector(row) !== null, last, {
      polling: 100,
    });
    await page.waitForTimeout(SETTLE_MS);
    loads.push((await cpuMs(session)) - before);
    await page.context().close();
  }
  return Math.min(...loads);
}

/** The CPU time in ms of a key press in the search field of an open list. */
async function searchOf(page: Page): Promise<number> {
  const session = await countCpu(page);
  await page.getByRole('searchbox').focus();
  return cpuOf(page, session, (run) => page.keyboard.press('toggle'.charAt(run)));
}

async function measureEditor(open: Open, { experimentEditor }: BudgetRoutes): Promise<void> {
  const page = await open(experimentEditor);
  await page.goto(experimentEditor, { waitUntil: 'networkidle' });
  const session = await countCpu(page);
  await page.getByRole('button', { name: /^Edit rule 25:/ }).focus();
  const moveRule = (run: number) => page.keyboard.press(run % 2 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
  printRow('CPU, 50 rules: move one', await cpuOf(page, session, moveRule));
  // With many rules, only one is open at a time.
  await page.getByRole('button', { name: /^Edit rule 10:/ }).click();
  await page.getByLabel('Rule #10: Value').focus();
  const type = () => page.keyboard.press('x');
  printRow('CPU, 50 rules: a key in a term', await cpuOf(page, session, type));
  await page.context().close();
}

/** Each key press computes and draws the whole plan again. */
async function measurePlanner(open: Open, { planner }: BudgetRoutes): Promise<void> {
  const page = await open(planner);
  await page.goto(planner, { waitUntil: 'networkidle' });
  await page.getByLabel('Goal', { exact: true }).selectOption('Purchase');
  await page.getByLabel('Level today (%)').fill('5');
  const session = await countCpu(page);
  await page.getByLabel('New users a day').focus();
  const type = (run: number) => page.keyboard.press('53000'.charAt(run));
  printRow('CPU, planner: a key in the users a day', await cpuOf(page, session, type));
  await page.context().close();
}

async function measureInteractions(open: Open, routes: BudgetRoutes): Promise<void> {
  for (const how of ['', ', slow'] as const) {
    const list = await open(routes.toggleList);
    await list.goto(routes.toggleList, { waitUntil: 'networkidle' });
    if (how !== '') await slowDown(list);
    await list.getByRole('searchbox').focus();
    const search = (run: number) => list.keyboard.press('toggle'.charAt(run));
    printRow(`INP, 5,000 toggles: a key in the search${how}`, await interactionOf(list, search));
    await list.getByRole('searchbox').fill('');
    await list
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .focus();
    const openMenu = async () => {
      await list.keyboard.press('Enter');
      await list.keyboard.press('Escape');
    };
    printRow(`INP, opening a menu${how}`, await interactionOf(list, openMenu));
    const openPalette = async () => {
      await list.keyboard.press('ControlOrMeta+K');
      await list.keyboard.press('Escape');
    };
    printRow(`INP, opening the palette${how}`, await interactionOf(list, openPalette));
    await list.context().close();

    const editor = await open(routes.experimentEditor);
    await editor.goto(routes.experimentEditor, { waitUntil: 'networkidle' });
    await editor.getByRole('button', { name: /^Edit rule 10:/ }).click();
    if (how !== '') await slowDown(editor);
    await editor.getByRole('slider').first().focus();
    const slide = () => editor.keyboard.press('ArrowRight');
    printRow(`INP, 50 rules: a slider${how}`, await interactionOf(editor, slide));
    await editor.getByRole('button', { name: 'Actions of rule 10' }).focus();
    const move = (run: number) => editor.keyboard.press(run % 2 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
    printRow(`INP, 50 rules: move one${how}`, await interactionOf(editor, move));
    await editor.getByRole('heading', { level: 1 }).focus();
    const openDrawer = async () => {
      await editor.keyboard.press('t');
      await editor.keyboard.press('Escape');
    };
    printRow(`INP, opening the drawer${how}`, await interactionOf(editor, openDrawer));
    await editor.context().close();
  }
}

async function measureMemory(open: Open, { dashboard }: BudgetRoutes): Promise<void> {
  const page = await open(dashboard);
  await page.goto(dashboard, { waitUntil: 'networkidle' });
  const session = await page.context().newCDPSession(page);
  const go = async (name: string, address: RegExp) => {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.waitForURL(address);
  };
  const change = async () => {
    await go('Users', /users$/);
    await go('Dashboard', /dashboard$/);
  };
  await change(); // Loads the code and data of both screens first, so that they do not count as growth.
  const before = await heapBytes(session);
  for (let changes = 0; changes < ROUTE_CHANGES; changes += 2) await change();
  printRow(
    'heap growth, 50 route changes',
    (await heapBytes(session)) / 2 ** 20 - before / 2 ** 20,
  );
  await page.context().close();
}

await using console = await openOwnConsole();
const routes = await fillForBudgets(console.company);
const open: Open = (path) => (path === routes.login ? console.openPage() : console.openAdminPage());
process.stdout.write('| what | measured | budget | |\n| --- | ---: | ---: | --- |\n');
await measureBytes(open, routes);
await measureLazyBytes(open);
await measurePaints(open, routes);
await measureList(open, routes);
await measureEditor(open, routes);
await measurePlanner(open, routes);
await measureInteractions(open, routes);
await measureMemory(open, routes);
requireAllRows();
