import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from './step.ts'

/** The release that operators may still return to. CONTRIBUTING says when to change this file. */
export type LastRelease = {
  version: string
  commit: string
  /** The number of its last migration. */
  migration: number
}

export const lastRelease = JSON.parse(
  readFileSync(path.join(root, 'scripts/last-release.json'), 'utf8'),
) as Readonly<LastRelease>
