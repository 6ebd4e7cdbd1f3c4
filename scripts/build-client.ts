// Writes the client for programs with an API key into a folder: `npm run build:client -- [FOLDER]`. A server serves the
// same two files under /api/client.js and /api/client.d.ts.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { writeKeyClient } from '../server/pages/client-file/routes.ts'

const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..', 'dist', 'client'))
const { code, types } = writeKeyClient()
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, 'client.js'), code)
writeFileSync(path.join(folder, 'client.d.ts'), types)
console.log(`Client written to ${folder}`)
