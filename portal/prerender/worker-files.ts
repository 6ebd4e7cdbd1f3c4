import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { LANGUAGES } from '../../contract/languages.ts'
import { wordFolders } from '../../ui/words/translate.ts'
import { chunksOf, entryChunks, fileOf, readManifest, stylesOf } from './build-manifest.ts'
import { readScreenTable } from './screen-table.ts'

/** Screens that open without a network even if they were never opened before. */
const SCREENS = ['', 'line_list']
const KEEPER = 'session/keeper.ts'

/** The addresses of all files that home and the list of lines need, in every language. */
export async function listWorkerFiles(webRoot: string, outDir: string): Promise<string[]> {
  const manifest = await readManifest(outDir)
  const table = readScreenTable(await readFile(path.join(webRoot, 'app/user-screens.ts'), 'utf8'))
  const screens = table.filter(({ name }) => SCREENS.includes(name))
  const sources = screens.map(({ source }) => source).filter((source) => manifest[source])
  const chunks = [...entryChunks(manifest), ...chunksOf(manifest, 'home', 'shared', KEEPER, ...sources)]
  const words = new Set(['base', 'user', ...screens.flatMap((screen) => screen.words)])
  return [
    ...chunks.map(({ file }) => `/${file}`),
    ...stylesOf(chunks).map((file) => `/${file}`),
    ...LANGUAGES.flatMap((language) =>
      [...words].map((part) => fileOf(manifest, `words/${wordFolders[language]}/${part}.ts`)),
    ),
  ]
}
