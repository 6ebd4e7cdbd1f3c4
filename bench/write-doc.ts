import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { root, runStep } from '../scripts/step.ts'

/** Puts the measurements between the marks of a document. The text around them stays. */
export async function writeDoc(name: string, mark: string, lines: readonly string[]): Promise<void> {
  const file = path.join(root, 'docs', name)
  const text = await readFile(file, 'utf8')
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/${name} has lost its marks of ${mark}`)
  await writeFile(file, `${text.slice(0, from)}${begin}\n\n${lines.join('\n')}\n\n${text.slice(to)}`)
  await runStep('format', ['oxfmt', file])
}
