import path from 'node:path'

export type ScreenLine = { name: string; source: string; words: readonly string[] }

/**
 * Reads the lines `name: screen(() => import(file), ...words)` of a screen table: at run time a loader hides its file.
 */
export function readScreenTable(text: string): ScreenLine[] {
  const lines = text.matchAll(/(\S+): screen\(\s*\(\) => import\('([^']+)'\),?([^)]*)\)/g)
  return [...lines].map(([, name, file, words]) => ({
    name: name!.replaceAll("'", ''),
    source: path.posix.join('app', file!),
    words: [...words!.matchAll(/'([\w-]+)'/g)].map(([, word]) => word!),
  }))
}
