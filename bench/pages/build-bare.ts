import path from 'node:path'
import { build } from 'vite'

import { compressFiles } from '../../ui/build/compress.ts'

/** The bare page, built as our own is, into a folder. */
export async function buildBare(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'bare'),
    logLevel: 'error',
    mode: 'production',
    build: { outDir: folder, emptyOutDir: true },
  })
  await compressFiles(folder)
}
