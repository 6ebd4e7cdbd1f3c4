import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** Writes `page.html`: the template with the entry and its direct imports. The server fills in the rest. */
export async function writeShell(webRoot: string, outDir: string, base: string): Promise<void> {
  const template = await readFile(path.join(webRoot, 'index.html'), 'utf8')
  const manifest = JSON.parse(await readFile(path.join(outDir, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const chunks = chunksOf(manifest, 'main.tsx')
  const links = [
    ...chunks.flatMap(({ css = [] }) => css).map((file) => `<link rel="stylesheet" href="${base}${file}" />`),
    ...chunks.slice(1).map(({ file }) => `<link rel="modulepreload" href="${base}${file}" />`),
  ]
  const page = template
    .replace('<!--head-->', () => links.join('\n    '))
    .replace('src="/main.tsx"', () => `src="${base}${chunks[0]!.file}"`)
    .replace('src="/static/', () => `src="${base}static/`)
  await writeFile(path.join(outDir, 'page.html'), page)
}

function chunksOf(manifest: Manifest, source: string) {
  const found = new Set<string>()
  const add = (key: string) => {
    if (found.has(key)) return
    found.add(key)
    for (const next of manifest[key]?.imports ?? []) add(next)
  }
  add(source)
  return [...found].map((key) => manifest[key]!)
}
