import { glob, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

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
