import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Where `npm run build` puts the agent. */
const BUILT = path.join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'agent')
const NAME = /^yuxian-agent-(\d+\.\d+\.\d+)\.mjs$/

export type Bundle = { number: string; file: Buffer; sha256: string }

/** The agent as one file, as this release of the server brings it; null when it was not built. */
export async function readBundle(folder = BUILT): Promise<Bundle | null> {
  const names = await readdir(folder).catch(() => [])
  const name = names.find((one) => NAME.test(one))
  if (name === undefined) return null
  const file = await readFile(path.join(folder, name))
  return { number: NAME.exec(name)![1]!, file, sha256: createHash('sha256').update(file).digest('hex') }
}
