// Before the first paint, and a file of its own: the console's policy lets no inline script run.
;(function (page, name) {
  if (page.getAttribute(name) === 'auto')
    page.setAttribute(name, matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
})(document.documentElement, 'data-mantine-color-scheme')
