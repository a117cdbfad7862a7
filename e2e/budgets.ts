import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '@comporta/server/acceptance/service-process';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { type BudgetRoutes, fillForBudgets } from './budget-company.ts';
import {
  bytesOf,
  countCpu,
  cpuMs,
  cpuOf,
  heapBytes,
  interactionOf,
  paintOf,
  slowDown,
  throttle,
} from './budget-measures.ts';
import { createCompany } from './company.ts';
import { logIn } from './logged-in.ts';

/**
 * Prints what the console costs a browser beside what it may cost: `npm run budgets`. Ends with 1 when something that does
 * not depend on the machine is over it.
 */

type Open = (path: string) => Promise<Page>;

const ROUTE_CHANGES = 50;
const LOAD_RUNS = 3;

function row(what: string, measured: number, budget: number, unit: string): void {
  const digits = unit === '' && measured < 1 ? 3 : 0;
  const over = measured > budget ? '**over**' : '';
  if (over !== '' && unit !== 'ms') process.exitCode = 1;
  process.stdout.write(
    `| ${what} | ${measured.toFixed(digits)} ${unit} | ${budget} ${unit} | ${over} |\n`,
  );
}

const SCRIPT_BUDGETS = {
  login: 180,
  dashboard: 220,
  toggleList: 280,
  experimentEditor: 300,
  results: 280,
  planner: 280,
} as const satisfies Record<keyof BudgetRoutes, number>;

async function measureBytes(open: Open, routes: BudgetRoutes): Promise<void> {
  // Of the table's own names.
  for (const name of Object.keys(SCRIPT_BUDGETS) as (keyof BudgetRoutes)[]) {
    const page = await open(routes[name]);
    const { script, stylesheet } = await bytesOf(page, routes[name]);
    row(`JavaScript, ${name}`, script / 1024, SCRIPT_BUDGETS[name], 'KB');
    row(`CSS, ${name}`, stylesheet / 1024, 40, 'KB');
    await page.context().close();
  }
}

async function measurePaints(open: Open, routes: BudgetRoutes): Promise<void> {
  const budgets = { login: [800, 2500], dashboard: [1000, 3000] } as const;
  for (const name of ['login', 'dashboard'] as const) {
    for (const [index, how] of ['', ', slow'].entries()) {
      const paints: { lcp: number; cls: number }[] = [];
      for (let run = 0; run < LOAD_RUNS; run += 1) {
        const page = await open(routes[name]);
        if (how !== '') await throttle(page);
        paints.push(await paintOf(page, routes[name]));
        await page.context().close();
      }
      const lcp = Math.min(...paints.map((paint) => paint.lcp));
      const cls = Math.max(...paints.map((paint) => paint.cls));
      row(`LCP, ${name}${how}`, lcp, budgets[name][index] ?? 0, 'ms');
      row(`CLS, ${name}${how}`, cls, 0.05, '');
    }
  }
}

async function measureList(open: Open, { toggleList }: BudgetRoutes): Promise<void> {
  const loads: number[] = [];
  for (let run = 0; run < LOAD_RUNS; run += 1) {
    const page = await open(toggleList);
    const session = await countCpu(page);
    const before = await cpuMs(session);
    await page.goto(toggleList, { waitUntil: 'networkidle' });
    await page.getByRole('table').waitFor();
    loads.push((await cpuMs(session)) - before);
    await page.context().close();
  }
  row('CPU, 5,000 toggles: load', Math.min(...loads), 400, 'ms');

  const page = await open(toggleList);
  await page.goto(toggleList, { waitUntil: 'networkidle' });
  row('elements, 5,000 toggles', await page.locator('*').count(), 3000, '');
  const session = await countCpu(page);
  await page.getByRole('searchbox').focus();
  const press = (run: number) => page.keyboard.press('toggle'.charAt(run));
  row('CPU, 5,000 toggles: a key in the search', await cpuOf(page, session, press), 60, 'ms');
  await page.context().close();
}

async function measureEditor(open: Open, { experimentEditor }: BudgetRoutes): Promise<void> {
  const page = await open(experimentEditor);
  await page.goto(experimentEditor, { waitUntil: 'networkidle' });
  const session = await countCpu(page);
  await page.getByRole('button', { name: /^Edit rule 25:/ }).focus();
  const moveRule = (run: number) => page.keyboard.press(run % 2 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
  row('CPU, 50 rules: move one', await cpuOf(page, session, moveRule), 60, 'ms');
  // Of many rules only one is open at a time.
  await page.getByRole('button', { name: /^Edit rule 10:/ }).click();
  await page.getByLabel('Rule #10: Value').focus();
  const type = () => page.keyboard.press('x');
  row('CPU, 50 rules: a key in a term', await cpuOf(page, session, type), 60, 'ms');
  await page.context().close();
}

/** With each key the whole plan is computed anew, and drawn. */
async function measurePlanner(open: Open, { planner }: BudgetRoutes): Promise<void> {
  const page = await open(planner);
  await page.goto(planner, { waitUntil: 'networkidle' });
  await page.getByLabel('Goal', { exact: true }).selectOption('Purchase');
  await page.getByLabel('Level today (%)').fill('5');
  const session = await countCpu(page);
  await page.getByLabel('New users a day').focus();
  const type = (run: number) => page.keyboard.press('53000'.charAt(run));
  row('CPU, planner: a key in the users a day', await cpuOf(page, session, type), 16, 'ms');
  await page.context().close();
}

async function measureInteractions(open: Open, routes: BudgetRoutes): Promise<void> {
  for (const [how, budget] of [
    ['', 100],
    [', slow', 200],
  ] as const) {
    const list = await open(routes.toggleList);
    await list.goto(routes.toggleList, { waitUntil: 'networkidle' });
    if (how !== '') await slowDown(list);
    await list.getByRole('searchbox').focus();
    const search = (run: number) => list.keyboard.press('toggle'.charAt(run));
    row(
      `INP, 5,000 toggles: a key in the search${how}`,
      await interactionOf(list, search),
      budget,
      'ms',
    );
    await list
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .focus();
    const openMenu = async () => {
      await list.keyboard.press('Enter');
      await list.keyboard.press('Escape');
    };
    row(`INP, opening a menu${how}`, await interactionOf(list, openMenu), budget, 'ms');
    await list.context().close();

    const editor = await open(routes.experimentEditor);
    await editor.goto(routes.experimentEditor, { waitUntil: 'networkidle' });
    await editor.getByRole('button', { name: /^Edit rule 10:/ }).click();
    if (how !== '') await slowDown(editor);
    await editor.getByRole('slider').first().focus();
    const slide = () => editor.keyboard.press('ArrowRight');
    row(`INP, 50 rules: a slider${how}`, await interactionOf(editor, slide), budget, 'ms');
    await editor.getByRole('button', { name: 'Actions of rule 10' }).focus();
    const move = (run: number) => editor.keyboard.press(run % 2 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
    row(`INP, 50 rules: move one${how}`, await interactionOf(editor, move), budget, 'ms');
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
  await change(); // Loads what both screens need, which is no growth.
  const before = await heapBytes(session);
  for (let changes = 0; changes < ROUTE_CHANGES; changes += 2) await change();
  row(
    'heap growth, 50 route changes',
    (await heapBytes(session)) / 2 ** 20 - before / 2 ** 20,
    10,
    'MB',
  );
  await page.context().close();
}

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-budgets-'));
const service = await startServiceProcess({
  DATA_DIR: dataDir,
  SIGNUP: 'open',
  TRUST_PROXY: '127.0.0.1',
});
const browser = await chromium.launch({ ...findBrowser(), args: ['--no-sandbox'] });
try {
  const company = await createCompany(service);
  const routes = await fillForBudgets(company);
  // A context of its own each time: nothing is cached, and only /login is opened logged out.
  const open: Open = async (path) => {
    const context = await browser.newContext({ baseURL: service.url, locale: 'en-GB' });
    const page = await context.newPage();
    if (path !== routes.login) await logIn(page, company.admin, service.url);
    return page;
  };
  process.stdout.write('| what | measured | budget | |\n| --- | ---: | ---: | --- |\n');
  await measureBytes(open, routes);
  await measurePaints(open, routes);
  await measureList(open, routes);
  await measureEditor(open, routes);
  await measurePlanner(open, routes);
  await measureInteractions(open, routes);
  await measureMemory(open, routes);
} finally {
  await browser.close();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}
