import { readFile } from 'node:fs/promises'
import path from 'node:path'

export type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] }
export type Manifest = Record<string, Chunk>

const ENTRY = 'main.tsx'

export async function readManifest(outDir: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(outDir, '.vite', 'manifest.json'), 'utf8')) as Manifest
}

/** The entry and all its static imports. */
export function entryChunks(manifest: Manifest): Chunk[] {
  return withImports(manifest, ENTRY)
}

/** Chunks a page loads beyond the entry for a source file, or for a combined file that only has a name. */
export function chunksOf(manifest: Manifest, ...sources: string[]): Chunk[] {
  const entry = entryChunks(manifest)
  const found = sources.flatMap((source) => withImports(manifest, keyOf(manifest, source)))
  return [...new Set(found)].filter((chunk) => !entry.includes(chunk))
}

export function fileOf(manifest: Manifest, source: string): string {
  return `/${manifest[keyOf(manifest, source)]!.file}`
}

export function stylesOf(chunks: readonly Chunk[]): string[] {
  return [...new Set(chunks.flatMap(({ css = [] }) => css))]
}

function withImports(manifest: Manifest, first: string): Chunk[] {
  const found = new Map<string, Chunk>()
  const add = (key: string) => {
    if (found.has(key)) return
    const chunk = manifest[key]!
    found.set(key, chunk)
    for (const next of chunk.imports ?? []) add(next)
  }
  add(first)
  return [...found.values()]
}

function keyOf(manifest: Manifest, source: string): string {
  if (manifest[source]) return source
  const key = Object.keys(manifest).find((one) => one.startsWith('_') && manifest[one]!.name === source)
  if (!key) throw new Error(`the build has no ${source}`)
  return key
}
