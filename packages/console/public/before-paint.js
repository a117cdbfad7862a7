// Runs before the first paint, as a file of its own because the policy forbids inline scripts.
(() => {
  const root = document.documentElement;
  let theme = null;
  let language = null;
  try {
    theme = localStorage.getItem('comporta.theme');
    language = JSON.parse(localStorage.getItem('comporta.language') ?? 'null');
  } catch {
    // Storage can be turned off, and hold anything: the system's colours and English apply.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.mantineColorScheme = theme === 'light' || theme === 'dark' ? theme : system;

  // The texts are asked for together with the console, not by it.
  const { en, pt } = document.currentScript.dataset;
  const catalogue = language === 'pt' ? pt : en;
  if (catalogue !== undefined) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = catalogue;
    document.head.append(link);
  }
})();
