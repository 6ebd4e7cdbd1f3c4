import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

const root = path.join(import.meta.dirname, '..')
export type Import = { from: string; to: string }

/** Every source file below these folders, as a path from the root of the repository. */
export function sourcesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules/')),
  )
}

/** The files of ours that a file imports: types too, and what it loads later. */
export function importsOf(from: string, source = readFileSync(path.join(root, from), 'utf8')): Import[] {
  const found = new Set<string>()
  visit(parseAst(source, { lang: from.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    if (/^(Import|ExportAll|ExportNamed)(Declaration|Expression)$|^TSImportType$/.test(String(node['type']))) {
      const { value } = (node['source'] ?? node['argument'] ?? {}) as { value?: unknown }
      if (typeof value === 'string' && value.startsWith('.')) {
        found.add(path.posix.join(path.posix.dirname(from), value.split('?', 1)[0]!))
      }
    }
  })
  return [...found].map((to) => ({ from, to }))
}

/** The files that lead back to themselves, and those between them. */
export function circlingIn(imports: readonly Import[]): string[] {
  let left = imports
  for (;;) {
    const importing = new Set(left.map(({ from }) => from))
    const imported = new Set(left.map(({ to }) => to))
    const next = left.filter(({ from, to }) => importing.has(to) && imported.has(from))
    if (next.length === left.length) return [...importing].toSorted()
    left = next
  }
}

type Node = Record<string, unknown>

export function visit(node: unknown, look: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, look)
  else if (node !== null && typeof node === 'object') {
    look(node as Node)
    for (const value of Object.values(node)) visit(value, look)
  }
}
