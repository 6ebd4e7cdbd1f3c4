import { expect } from 'vitest'

import { engineTest } from '../../agent/test/engines.ts'
import { findProblems, measureEngines } from './engines.ts'

engineTest('each engine carries, counts and cuts a line', async () => {
  const rows = await measureEngines([
    ['vless', { engine: 'v2ray' }],
    ['vless', { engine: 'xray' }],
    ['hysteria2', {}],
  ])
  expect(rows).toHaveLength(3)
  expect(findProblems(rows)).toEqual([])
})
