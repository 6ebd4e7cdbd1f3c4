import { resolve } from 'node:path'
import type { Plugin } from 'vite'

type Call = { method: string; path: string }
type Api = Record<string, Record<string, Call>>

/**
 * Turns a file such as `contract/api.ts`, whose only export is `name`, into a table of method and path for the browser.
 * The schemas are for the server and the compiler; with them /login would load the schema library. Each domain becomes
 * a separate module, so that calls load with the screens that make them and /login loads only those for signing in.
 */
export function stripContract(contractFile: string, name = 'api'): Plugin {
  const file = resolve(contractFile)
  const all = `\0yuxian-${name}`
  const one = `${all}:`
  const domainOf = (id: string) => (id.startsWith(one) ? id.slice(one.length) : null)
  const readApi = async () => ((await import(file)) as Record<string, Api>)[name]!
  return {
    name: `strip-${name}`,
    enforce: 'pre',
    resolveId: (id) => (id === all || domainOf(id) ? id : null),
    async load(id) {
      if (id.split('?')[0] === file) return `export * as ${name} from ${JSON.stringify(all)}`
      if (id === all) {
        const domains = Object.keys(await readApi())
        return domains.map((domain) => `export * as ${domain} from ${JSON.stringify(one + domain)}`).join('\n')
      }
      const domain = domainOf(id)
      return domain ? calls((await readApi())[domain] ?? {}) : null
    },
  }
}

/** Puts a sign before each call's name, because `delete` is a call and a keyword. */
function calls(domain: Record<string, Call>): string {
  return Object.entries(domain)
    .map(([name, { method, path }]) => {
      const value = JSON.stringify({ method, path })
      return `const $${name} = ${value}\nexport { $${name} as ${name} }`
    })
    .join('\n')
}

const IMPORT = /import \{ limits \} from ('[./]+(?:contract\/)?limits\.ts')/
const STANDARD = /import \{ standardLimits \} from '[./]+(?:contract\/)?standard-limits\.ts'/

/**
 * Writes each limit's standard value where it is used. One table of all would load with /login, which uses few of them.
 */
export function inlineLimits(limitsFile: string): Plugin {
  const merged = resolve(limitsFile, '../limits.ts')
  return {
    name: 'inline-limits',
    enforce: 'pre',
    // Build only: during development, a changed table must reach every module that uses it.
    apply: 'build',
    async transform(code, id) {
      if (id.split('?')[0] === merged) return code.replace(/^export const limits: .*$/m, '')
      if (!IMPORT.test(code) && !STANDARD.test(code)) return null
      // The table is gone, so a use without its name would fail only in the browser.
      if (/\} = limits\b/.test(code)) this.error('name each limit where it is used: limits.x')
      const { standardLimits } = (await import(resolve(limitsFile))) as { standardLimits: Record<string, unknown> }
      const names = Object.keys(standardLimits).join('|')
      const standard = (name: string) => JSON.stringify(standardLimits[name])
      return code
        .replace(IMPORT, 'import { changedLimits } from $1')
        .replaceAll(new RegExp(`\\blimits\\.(${names})\\b`, 'g'), (_use, name: string) => {
          return `(changedLimits.${name} ?? ${standard(name)})`
        })
        .replaceAll(new RegExp(`\\bstandardLimits\\.(${names})\\b`, 'g'), (_use, name: string) => standard(name))
    },
  }
}
