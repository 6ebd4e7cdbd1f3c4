import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { findProgram } from '../server/test/run/requires.ts'
import { makeScratchDir } from '../server/test/run/scratch-dir.ts'
import { root } from './step.ts'

const NODE = '/opt/yuxian/node_modules/.bin/node'
const analyze = findProgram('systemd-analyze')
if (!analyze) console.warn('systemd-analyze is not installed: the service units are not verified.')

/**
 * systemd's messages about this unit only, not about others of this machine. Its program is not installed here, so
 * another one replaces it.
 */
async function verify(name: string, change: (text: string) => string = (text) => text): Promise<string[]> {
  const file = path.join(await makeScratchDir(), name)
  const unit = readFileSync(path.join(root, 'deploy', name), 'utf8')
  expect(unit).toContain(`ExecStart=${NODE} `)
  writeFileSync(file, change(unit.replaceAll(NODE, '/bin/sh')))
  const { stdout, stderr } = spawnSync(analyze!, ['verify', file], { encoding: 'utf8' })
  return `${stdout}${stderr}`.split('\n').filter((line) => line.includes(name))
}

test.runIf(analyze).each(['yuxian.service', 'yuxian-agent.service'])('systemd takes %s as it is', async (name) => {
  expect(await verify(name)).toEqual([])
  // Prove that it would report a mistake.
  const broken = await verify(name, (text) => text.replace('NoNewPrivileges', 'NoNewPrivilege'))
  expect(broken.join('\n')).toContain('NoNewPrivilege')
})
