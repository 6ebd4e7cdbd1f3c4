import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const SOURCES = [
  'portal',
  'console',
  'ui',
  'contract',
  'package-lock.json',
  'scripts/build-portal.ts',
  'scripts/build-console.ts',
]
/** Tests do not change the build; leaving them out avoids a rebuild in every test run. */
const NOT_BUILT = /\.test\.tsx?$|[/\\]test[/\\]/

/** One hash over all sources of the portal and the console. */
export async function sourceHash(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await findFiles(root)) {
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)))
  }
  return hash.digest('hex')
}

async function findFiles(root: string): Promise<string[]> {
  const listed = await Promise.all(
    SOURCES.map(async (source) => {
      if (path.extname(source) !== '') return [source]
      const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    }),
  )
  return listed
    .flat()
    .filter((file) => !NOT_BUILT.test(file))
    .sort()
}
