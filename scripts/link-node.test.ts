import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import packageFile from '../package.json' with { type: 'json' }
import { makeScratchDir } from '../server/test/run/scratch-dir.ts'

const SCRIPT = path.join(import.meta.dirname, 'link-node.mjs')

test('the Node that npm installed is found in its usual place, whatever npm left out', async () => {
  const folder = await makeScratchDir()
  const bin = path.join(folder, 'node_modules', '.bin')
  const brought = path.join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  mkdirSync(bin, { recursive: true })
  const run = () => execFileSync(process.execPath, [SCRIPT], { cwd: folder })
  run()
  expect(() => readlinkSync(path.join(bin, 'node'))).toThrow('ENOENT')
  mkdirSync(brought, { recursive: true })
  writeFileSync(path.join(brought, 'node'), '#!/bin/sh\necho brought\n')
  chmodSync(path.join(brought, 'node'), 0o755)
  run()
  run()
  expect(execFileSync(path.join(bin, 'node')).toString()).toBe('brought\n')
  expect(packageFile.scripts.postinstall).toBe('node scripts/link-node.mjs')
})
