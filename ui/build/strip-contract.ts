import { resolve, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { glob, readFile } from 'node:fs/promises'

type Call = { method: string; path: string }
type Api = Record<string, Record<string, Call>>

/**
 * Gives the browser a file such as `contract/api.ts`, whose one export is `name`, as a table of method and path. The
 * schemas are for the server and the compiler; with them the schema library would ride along on /login.
 *
 * Each domain is a module of its own, so that its calls travel with the screens that make them, and /login carries
 * only those of signing in.
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

/** Named after the call with a sign before it, since `delete` is a call and a keyword. */
function calls(domain: Record<string, Call>): string {
  return Object.entries(domain)
    .map(([name, { method, path }]) => {
      const value = JSON.stringify({ method, path })
      return `const $${name} = ${value}\nexport { $${name} as ${name} }`
    })
    .join('\n')
}

/**
 * Gives the browser those limits that its sources and the contract's name anywhere. More than half are the server's
 * alone, and every page would carry them: 0.5 kB of /login.
 */
export function stripLimits(limitsFile: string, sources: readonly string[]): Plugin {
  const file = resolve(limitsFile)
  return {
    name: 'strip-limits',
    enforce: 'pre',
    // While developing, a limit may be named after this was asked.
    apply: 'build',
    async load(id) {
      if (id.split('?')[0] !== file) return null
      const { standardLimits } = (await import(file)) as { standardLimits: object }
      const folders = [...sources, dirname(file)]
      const words = new Set((await Promise.all(folders.map((folder) => wordsOf(folder, file)))).flat())
      const named = Object.entries(standardLimits).filter(([name]) => words.has(name))
      return `export const standardLimits = ${JSON.stringify(Object.fromEntries(named))}`
    },
  }
}

async function wordsOf(folder: string, leftOut: string): Promise<string[]> {
  const words: string[] = []
  for await (const name of glob('**/*.{ts,tsx}', { cwd: folder })) {
    const source = join(folder, name)
    if (source !== leftOut && !name.endsWith('.test.ts'))
      words.push(...((await readFile(source, 'utf8')).match(/\w+/g) ?? []))
  }
  return words
}
