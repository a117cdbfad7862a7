/** The budgets of the console in a browser, one for each row that `npm run budgets` prints, in the same order. */
export const BUDGETS = {
  'JavaScript, login': '135 KB',
  'CSS, login': '30 KB',
  'JavaScript, dashboard': '205 KB',
  'CSS, dashboard': '30 KB',
  'JavaScript, toggleList': '230 KB',
  'CSS, toggleList': '30 KB',
  'JavaScript, experimentEditor': '242 KB',
  'CSS, experimentEditor': '30 KB',
  'JavaScript, results': '280 KB',
  'CSS, results': '30 KB',
  'JavaScript, planner': '280 KB',
  'CSS, planner': '30 KB',
  'the font': '30 KB',
  'JavaScript and CSS of the calendar': '20 KB',
  'JavaScript of a page of the help': '8 KB',
  'JavaScript of the profile': '25 KB',
  'LCP, login': '800 ms',
  'CLS, login': '0.05',
  'LCP, login, slow': '2500 ms',
  'CLS, login, slow': '0.05',
  'LCP, dashboard': '1000 ms',
  'CLS, dashboard': '0.05',
  'LCP, dashboard, slow': '3000 ms',
  'CLS, dashboard, slow': '0.05',
  'CPU, 5,000 toggles: load': '400 ms',
  'elements, 5,000 toggles': '3000',
  'CPU, 5,000 toggles: a key in the search': '60 ms',
  'CPU, 300 toggles in 4 environments: load': '400 ms',
  'elements of a row, 300 toggles in 4 environments': '24',
  'CPU, 300 toggles in 4 environments: a key in the search': '60 ms',
  'CPU, 50 rules: move one': '60 ms',
  'CPU, 50 rules: a key in a term': '60 ms',
  'CPU, planner: a key in the users a day': '16 ms',
  'INP, 5,000 toggles: a key in the search': '100 ms',
  'INP, opening a menu': '100 ms',
  'INP, opening the palette': '100 ms',
  'INP, 50 rules: a slider': '100 ms',
  'INP, 50 rules: move one': '100 ms',
  'INP, opening the drawer': '100 ms',
  'INP, 5,000 toggles: a key in the search, slow': '200 ms',
  'INP, opening a menu, slow': '200 ms',
  'INP, opening the palette, slow': '200 ms',
  'INP, 50 rules: a slider, slow': '200 ms',
  'INP, 50 rules: move one, slow': '200 ms',
  'INP, opening the drawer, slow': '200 ms',
  'heap growth, 50 route changes': '10 MB',
} as const;

const printed = new Set<string>();

/** Prints the measured figure beside its budget. Exits with 1 when a budget that is not a time is exceeded. */
export function printRow(what: keyof typeof BUDGETS, measured: number): void {
  const budget = BUDGETS[what];
  const [most, unit = ''] = budget.split(' ');
  const shown = `${measured.toFixed(unit === '' && measured < 1 ? 3 : 0)} ${unit}`.trim();
  const over = measured > Number(most) ? '**over**' : '';
  if (over !== '' && unit !== 'ms') process.exitCode = 1;
  process.stdout.write(`| ${what} | ${shown} | ${budget} | ${over} |\n`);
  printed.add(what);
}

/** Throws when a budget was not measured. */
export function requireAllRows(): void {
  const left = Object.keys(BUDGETS).filter((what) => !printed.has(what));
  if (left.length > 0) throw new Error(`not measured: ${left.join('; ')}`);
}
