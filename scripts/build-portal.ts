import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

import { buildName, WORKER_PATH } from '../contract/page.ts'
import type { Renderer } from '../portal/prerender/list-pages.ts'
import { listWorkerFiles } from '../portal/prerender/worker-files.ts'
import { writePages } from '../portal/prerender/write-pages.ts'
import { compressFiles } from '../ui/build/compress.ts'
import { builtDirs, hashFile } from './built-web.ts'
import { root } from './step.ts'

// `build-web.ts` starts this file.
const hash = process.argv[2]!
const outDir = builtDirs.portal
const webRoot = path.join(root, 'portal')
const rendererDir = path.join(root, 'dist', 'prerender')
const configFile = path.join(webRoot, 'vite.config.ts')

await rm(hashFile('portal'), { force: true })
await build({ configFile, logLevel: 'warn' })
await writePages(webRoot, outDir, await buildRenderer())
await rm(rendererDir, { recursive: true })
await Promise.all([buildWorker(), compressFiles(path.join(outDir, 'static'))])
// Write the hash last: an interrupted build leaves no hash and is repeated.
await writeFile(hashFile('portal'), hash)

/** One file at a fixed address. It names its build, so that browsers see a new one in every build. */
async function buildWorker(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      BUILD: JSON.stringify(buildName(hash)),
      FILES: JSON.stringify(await listWorkerFiles(webRoot, outDir)),
    },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: path.join(webRoot, 'worker', 'worker.ts'),
        output: { format: 'iife', entryFileNames: WORKER_PATH.slice(1) },
      },
    },
  })
}

async function buildRenderer(): Promise<Renderer> {
  await build({
    configFile,
    logLevel: 'warn',
    build: {
      ssr: path.join(webRoot, 'prerender', 'render.tsx'),
      outDir: rendererDir,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: {
        input: path.join(webRoot, 'prerender', 'render.tsx'),
        output: { entryFileNames: 'render.js' },
      },
    },
  })
  return (await import(pathToFileURL(path.join(rendererDir, 'render.js')).href)) as Renderer
}
