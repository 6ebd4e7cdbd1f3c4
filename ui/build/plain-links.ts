import type { Plugin } from 'vite'

const PREFETCHES = /return shouldPrefetch &&[^;]*: link;/

/** React Router's links can fetch pages ahead for its own server. We have another, and this code would be 1.4 kB of /login. */
export function plainLinks(): Plugin {
  return {
    name: 'plain-links',
    apply: 'build',
    transform(code, id) {
      if (!/react-router[^?]*\/dom\/lib\.js$/.test(id)) return null
      if (!PREFETCHES.test(code)) this.error('the link of React Router is written differently now')
      return code.replace(PREFETCHES, 'return link;')
    },
  }
}
