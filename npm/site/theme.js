/** Sets the theme that was chosen, before the page is drawn. */

try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('gridmill.settings') ?? '{}').theme ?? '';
} catch {}
