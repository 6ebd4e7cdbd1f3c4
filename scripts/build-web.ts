import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

import { buildName, WORKER_PATH } from '../contract/page.ts'
import type { Renderer } from '../portal/prerender/list-pages.ts'
import { listWorkerFiles } from '../portal/prerender/worker-files.ts'
import { writePages } from '../portal/prerender/write-pages.ts'
import { compressFiles } from '../ui/build/compress.ts'
import { writeShell } from '../ui/build/write-shell.ts'
import { consoleDir, hashFiles, hashToBuild, portalDir } from './built-web.ts'
import { root } from './step.ts'

const webRoot = path.join(root, 'portal')
const rendererDir = path.join(root, 'dist', 'prerender')
const configFile = path.join(webRoot, 'vite.config.ts')

export type BuildOptions = { force?: boolean; log: (line: string) => void }

/** Builds portal and console if their sources changed since the last build. Returns whether it did. */
export async function buildWeb({ force = false, log }: BuildOptions): Promise<boolean> {
  const hash = await hashToBuild(force)
  if (hash === null) return false
  const startedAtMs = performance.now()
  await inProduction(async () => {
    log('Building the portal …')
    await build({ configFile, logLevel: 'warn' })
    log('Writing its first pages …')
    await writePages(webRoot, portalDir, await buildRenderer())
    await buildWorker(hash)
    log('Building the console …')
    await build({ configFile: path.join(root, 'console', 'vite.config.ts'), logLevel: 'warn' })
    await writeShell(path.join(root, 'console'), consoleDir, '/console/')
    await Promise.all([portalDir, consoleDir].map((folder) => compressFiles(path.join(folder, 'static'))))
  })
  // Write the hash last: an interrupted build leaves no hash and is repeated.
  await Promise.all(hashFiles.map((file) => writeFile(file, hash)))
  log(`Portal and console built in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`)
  return true
}

/** Sets NODE_ENV: under a test runner it is "test", and the build would contain React's development code. */
async function inProduction(work: () => Promise<void>): Promise<void> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
    await rm(rendererDir, { recursive: true, force: true })
  }
}

/** One file at a fixed address. It names its build, so that browsers see a new one in every build. */
async function buildWorker(hash: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      BUILD: JSON.stringify(buildName(hash)),
      FILES: JSON.stringify(await listWorkerFiles(webRoot, portalDir)),
    },
    build: {
      outDir: portalDir,
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

if (import.meta.main) {
  const built = await buildWeb({ force: process.argv.includes('--force'), log: console.log })
  if (!built) console.log('Portal and console are up to date.')
}
