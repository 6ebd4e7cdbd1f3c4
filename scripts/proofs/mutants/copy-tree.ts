import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

import { root } from '../../step.ts'

/** All files as they are now, committed or not. */
export function listFiles(): string[] {
  const out = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  return out.split('\n').filter((file) => file !== '' && existsSync(path.join(root, file)))
}

/** A tree of its own with the installed packages of this one. */
export function copyTree(files: readonly string[], tree: string): void {
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    mkdirSync(path.join(tree, folder), { recursive: true })
  }
  for (const file of files) copyFileSync(path.join(root, file), path.join(tree, file))
  for (const installed of ['node_modules', 'scripts/parsers/node_modules']) {
    if (existsSync(path.join(root, installed))) symlinkSync(path.join(root, installed), path.join(tree, installed))
  }
}
