import { glob, readFile } from 'node:fs/promises'
import { resolve, dirname, join } from 'node:path'
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

/**
 * Keeps only the limits that browser or contract sources mention. More than half are for the server alone and would add
 * 0.5 kB to /login.
 */
export function stripLimits(limitsFile: string, sources: readonly string[]): Plugin {
  const file = resolve(limitsFile)
  return {
    name: 'strip-limits',
    enforce: 'pre',
    // Build only: during development, code may mention a new limit after this has run.
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
