import path from 'node:path'
import { build } from 'vite'

import { compressFiles } from '../../ui/build/compress.ts'

/** Builds the bare page into a folder, the same way as our own pages. */
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
