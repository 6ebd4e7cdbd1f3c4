import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

import { compressFiles } from '../ui/build/compress.ts'
import { writeShell } from '../ui/build/write-shell.ts'
import { builtDirs, hashFile } from './built-web.ts'
import { root } from './step.ts'

// `build-web.ts` starts this file. The server shows nothing of it before the hash is there, so it is written last.
const outDir = builtDirs.console
const webRoot = path.join(root, 'console')
await rm(hashFile('console'), { force: true })
await build({ configFile: path.join(webRoot, 'vite.config.ts'), logLevel: 'warn' })
await writeShell(webRoot, outDir, '/console/')
await compressFiles(path.join(outDir, 'static'))
await writeFile(hashFile('console'), process.argv[2]!)
