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
  const { shell, dashboard, ...texts } = document.currentScript.dataset;
  const spoken = language === '"pt"' ? 'pt' : 'en';
  preload(texts[session === null ? `beforeLogin${spoken === 'pt' ? 'Pt' : 'En'}` : spoken]);
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

  // While nodes of two releases answer, the page of one names files that the other does not have. After a pause, a reload may
  // reach another node; what has arrived is in the browser's cache.
  const PAUSE_MS = 2_000;
  const RELOADS_MOST = 5;
  let isMissing = false;
  addEventListener(
    'error',
    ({ target: { src = '', href = '' } }) => {
      const isDrawn = document.querySelector('#root > :not([hidden])') !== null;
      if (isMissing || isDrawn || !(src + href).includes('/assets/')) return;
      isMissing = true;
      setTimeout(reload, PAUSE_MS);
    },
    true, // Errors of elements do not bubble.
  );

  function reload() {
    if (countReload() <= RELOADS_MOST) return location.reload();
    document.querySelector(`#root > [lang^="${spoken}"]`)?.removeAttribute('hidden');
  }

  /** How often this tab has reloaded this release, including this time. Without storage, which could not end it: infinity. */
  function countReload() {
    const release = document.querySelector('script[type="module"]')?.getAttribute('src');
    const key = `comporta.reloads.${release}`;
    try {
      const count = Number(sessionStorage.getItem(key)) + 1;
      sessionStorage.setItem(key, String(count));
      return count;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }
})();
