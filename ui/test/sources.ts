import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

export type Source = { file: string; text: string }

/** Source files of both front ends and their shared code, for tests that read them: `portal/app/nav.ts` and so on. */
export function findSources(endings: string, folders: readonly string[] = ['portal', 'console', 'ui']): Source[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.${endings}`, { cwd: root }))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
}
