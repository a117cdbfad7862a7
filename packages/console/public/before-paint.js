// Runs before the first paint, as a file of its own because the policy forbids inline scripts.
(() => {
  let theme = null;
  let language = null;
  let session = null;
  try {
    theme = localStorage.getItem('comporta.theme');
    language =
      localStorage.getItem('comporta.language') ??
      localStorage.getItem('comporta.visitor-language');
    session = localStorage.getItem('comporta.session');
  } catch {
    // Storage can be turned off: the system's colours and English apply.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = theme === 'light' || theme === 'dark' ? theme : system;
  document.documentElement.dataset.mantineColorScheme = scheme;

  // These files are preloaded together with the console, which needs them in any case.
  const { en, pt, shell, dashboard } = document.currentScript.dataset;
  preload(language === '"pt"' ? pt : en);
  if (session !== null) preload(shell);
  if (session !== null && /^\/(dashboard)?$/.test(location.pathname)) preload(dashboard);

  function preload(files = '') {
    for (const file of files.split(' ').filter(Boolean)) {
      const link = document.createElement('link');
      const isStyle = file.endsWith('.css');
      link.rel = isStyle ? 'preload' : 'modulepreload';
      if (isStyle) link.as = 'style';
      // The same mode as that of the style sheets: with another one, each would be loaded twice.
      link.crossOrigin = '';
      link.href = file;
      document.head.append(link);
    }
  }
})();
