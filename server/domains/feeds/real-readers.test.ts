import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { buildView, everyLine, hardNames } from '../../test/build/client-lines.ts'
import { findProgram } from '../../test/run/requires.ts'
import { makeScratchDir } from '../../test/run/scratch-dir.ts'
import type { ClientLine } from '../lines/connection/types.ts'
import { formats } from './formats.ts'

const all = everyLine()
const hard = hardNames.map((name, at) => ({ ...all[at]!, name }) as ClientLine)

/** Neither is packaged for Debian: where somebody has installed them, they read every line and every hard name. */
test.each([
  ['mihomo', 'mihomo', '.yaml', (file: string) => ['-t', '-d', path.dirname(file), '-f', file]],
  ['sing-box', 'sing-box', '.json', (file: string) => ['check', '-c', file]],
] as const)('%s itself accepts the documents', async (program, format, ending, args) => {
  const found = findProgram(program)
  if (!found) return console.warn(`${program}: not installed, only its schema was asked`)
  const dir = await makeScratchDir()
  for (const lines of [all, hard]) {
    const file = path.join(dir, `document${ending}`)
    writeFileSync(file, formats[format].write(buildView({ lines })))
    const { status, stdout, stderr } = spawnSync(found, args(file), { encoding: 'utf8' })
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  }
})
