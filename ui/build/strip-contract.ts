import { resolve } from 'node:path'
import type { Plugin } from 'vite'

type Call = { method: string; path: string }
type Api = Record<string, Record<string, Call>>

/**
 * Gives the browser `contract/api.ts` as a table of method and path. The schemas are for the server and the compiler;
 * with them the schema library would ride along on /login.
 *
 * Each domain is a module of its own, so that its calls travel with the screens that make them, and /login carries
 * only those of signing in.
 */
export function stripContract(contractFile: string): Plugin {
  const file = resolve(contractFile)
  const domainOf = (id: string) => (id.startsWith(DOMAIN) ? id.slice(DOMAIN.length) : null)
  const readApi = async () => ((await import(file)) as { api: Api }).api
  return {
    name: 'strip-contract',
    enforce: 'pre',
    resolveId: (id) => (id === ALL || domainOf(id) ? id : null),
    async load(id) {
      if (id.split('?')[0] === file) return `export * as api from ${JSON.stringify(ALL)}`
      if (id === ALL) {
        const names = Object.keys(await readApi())
        return names.map((name) => `export * as ${name} from ${JSON.stringify(DOMAIN + name)}`).join('\n')
      }
      const domain = domainOf(id)
      return domain ? calls((await readApi())[domain] ?? {}) : null
    },
  }
}

const ALL = '\0yuxian-api'
const DOMAIN = '\0yuxian-api:'

/** Named after the call with a sign before it, since `delete` is a call and a keyword. */
function calls(domain: Record<string, Call>): string {
  return Object.entries(domain)
    .map(([name, { method, path }]) => {
      const value = JSON.stringify({ method, path })
      return `const $${name} = ${value}\nexport { $${name} as ${name} }`
    })
    .join('\n')
}
