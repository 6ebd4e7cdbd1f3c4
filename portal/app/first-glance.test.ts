import { expect, test } from 'vitest'

import type { UserInfo } from '../../contract/accounts.ts'
import { limits } from '../../contract/limits.ts'
import { heroStateOf } from '../screens/overview/hero-state.ts'
import { heroViewOf } from '../screens/overview/hero-view.ts'
import { userInfo } from '../test/portal.ts'
import type { Translate } from '../words/words.ts'
import { GLANCE_WORDS } from './glance-shape.tsx'

const NOW_MS = Date.parse('2026-11-14T08:00:00Z')
const inHours = (hours: number) => new Date(NOW_MS + hours * 3_600_000).toISOString()
const held = { package: { id: 'p', name: '轻享' }, state: 'active', totalBytes: 9 } as const

const NOTHING = { pack: false, renew: false, upgrade: false }

const states: Partial<UserInfo>[] = [
  {},
  ...[0, 8.5, 9].flatMap((usedBytes) =>
    [null, inHours(500), inHours(50), inHours(5), inHours(0.5), inHours(-1)].map((expiresAt) => ({
      ...held,
      usedBytes,
      expiresAt,
    })),
  ),
  { ...held, state: 'expired' },
  { ...held, state: 'expired', buyable: NOTHING },
  ...(['pack', 'renew', 'upgrade', 'none'] as const).flatMap((sold) =>
    [null, inHours(500)].map((expiresAt) => ({
      ...held,
      usedBytes: 9,
      expiresAt,
      nextResetAt: expiresAt && inHours(200),
      buyable: { ...NOTHING, ...(sold === 'none' ? {} : { [sold]: true }) },
    })),
  ),
  ...[0, limits.pauseUndoMs, limits.pauseMinMs].map((pausedMs) => ({
    ...held,
    state: 'paused' as const,
    pausedAt: new Date(NOW_MS - pausedMs).toISOString(),
  })),
]

test('has exactly the words in the HTML that the card needs in its states', () => {
  const said = new Set<string>()
  const t: Translate<'user'> = (key, ..._values) => {
    said.add(key)
    return key
  }
  for (const state of states) {
    const info = userInfo(state)
    heroViewOf(info, heroStateOf(info, NOW_MS, t), t)
  }
  expect([...said].sort()).toEqual([...GLANCE_WORDS].sort())
})
