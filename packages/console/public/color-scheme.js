// The choice is written by src/shell/theme.ts. A file of its own because the policy forbids inline scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('comporta.theme');
  } catch {
    // Storage can be turned off; the system's colours apply.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
