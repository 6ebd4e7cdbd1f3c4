import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { watchEngineVersion } from './engine-version.ts'
import { programs } from './settings.ts'
import { setupOf } from './test/engines.ts'
import { tempDir } from './test/temp-dir.ts'

test('asks the program of the node for its version, once, and says nothing of one that is not there', async () => {
  const dir = tempDir()
  const [xray, ssServer] = [path.join(dir, 'xray'), path.join(dir, 'ss-server')]
  writeFileSync(xray, `#!/bin/sh\necho $1 >> ${dir}/calls\necho "Xray 26.7.28 (Xray, Penetrates Everything.)"\n`)
  // It ends with an error after its help.
  writeFileSync(ssServer, '#!/bin/sh\necho "shadowsocks-libev 3.3.5" >&2\nexit 1\n')
  for (const file of [xray, ssServer]) chmodSync(file, 0o755)
  const versionOf = watchEngineVersion({ ...programs, xray, ssServer, hysteria: '/nowhere/hysteria' })
  const [newer, plain] = [
    setupOf('vless', 1, { engine: 'xray' }),
    setupOf('shadowsocks', 1, { engine: 'shadowsocks-libev' }),
  ]
  expect([versionOf(null), versionOf(newer)]).toEqual([{}, {}])
  await expect.poll(() => versionOf(newer)).toEqual({ engineVersion: 'Xray 26.7.28' })
  await expect.poll(() => versionOf(plain)).toEqual({ engineVersion: 'shadowsocks-libev 3.3.5' })
  expect(versionOf(setupOf('hysteria2', 1))).toEqual({})
  rmSync(dir, { recursive: true })
})
