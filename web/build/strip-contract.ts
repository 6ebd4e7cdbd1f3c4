import { resolve } from 'node:path'
import type { Plugin } from 'vite'

type Call = { method: string; path: string }

/**
 * Gives the browser `contract/api.ts` as a table of method and path. The schemas are for the server and the compiler;
 * with them the schema library would ride along on /login.
 */
export function stripContract(contractFile: string): Plugin {
  const file = resolve(contractFile)
  return {
    name: 'strip-contract',
    enforce: 'pre',
    async load(id) {
      if (id.split('?')[0] !== file) return null
      const { api } = (await import(file)) as { api: Record<string, Record<string, Call>> }
      return `export const api = ${JSON.stringify(plainTable(api))}`
    },
  }
}

function plainTable(api: Record<string, Record<string, Call>>): Record<string, Record<string, Call>> {
  const plain = (calls: Record<string, Call>) =>
    Object.fromEntries(Object.entries(calls).map(([name, { method, path }]) => [name, { method, path }]))
  return Object.fromEntries(Object.entries(api).map(([domain, calls]) => [domain, plain(calls)]))
}
