// Runs before the first paint. It is a separate file because the console's policy allows no inline script.
;(function (page, name) {
  if (page.getAttribute(name) === 'auto')
    page.setAttribute(name, matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
})(document.documentElement, 'data-mantine-color-scheme')
