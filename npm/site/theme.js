/** Sets the theme that was chosen, before the page is drawn. */

const theme = localStorage.getItem('gridmill.theme');
if (theme) document.documentElement.dataset.theme = theme;
