import { describe, expect, test } from 'vitest'

import type { OwnLine, Service } from './align-queries.ts'
import { judgeLines } from './judge-lines.ts'
import type { LineState, SuspendReason } from './line-states.ts'

const NOW = new Date('2026-05-10T12:00:00Z')
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

const running: Service = {
  resellerId: 1,
  accountId: 1,
  isDeleted: false,
  pausedAt: null,
  packageId: 1,
  period: 'month',
  expiresAt: before(-60),
  usedBytes: 0,
  totalBytes: 100,
  lineLimit: 2,
  hasLifelines: false,
  isOnLifeline: false,
}
const paused = { pausedAt: before(5), expiresAt: null }
const expired = { expiresAt: NOW }
const usedUp = { usedBytes: 100 }

function line(overrides: Partial<OwnLine> = {}): OwnLine {
  return {
    resellerId: 1,
    accountId: 1,
    id: 'a',
    number: 1,
    nodeId: 1,
    nodeName: 'n',
    nodeNames: {},
    state: 'active',
    reason: null,
    stateSince: before(60),
    createdAt: before(60),
    movedFrom: null,
    leavesAt: null,
    isNodeGone: false,
    ...overrides,
  }
}
const suspended = (reason: SuspendReason) => line({ state: 'suspended', reason })

function verdicts(service: Partial<Service>, lines: OwnLine[]): (LineState | SuspendReason)[] {
  return judgeLines({ ...running, ...service }, lines, NOW).map(({ state, reason }) => reason ?? state)
}

describe('names the first of several reasons', () => {
  const gone = line({ isNodeGone: true })
  test.each([
    ['paused', { ...paused, ...usedUp, lineLimit: 0 }, gone],
    ['expired', { ...expired, ...usedUp, lineLimit: 0 }, gone],
    ['quota', { ...usedUp, lineLimit: 0 }, gone],
    ['node', { lineLimit: 0 }, gone],
    ['limit', { lineLimit: 0 }, line()],
  ] as const)('%s', (reason, service, of) => {
    expect(verdicts(service, [of])).toEqual([reason])
    expect(verdicts(service, [line({ ...of, state: 'suspended', reason: 'limit' })])).toEqual([reason])
  })

  test('treats an account that never had a package as expired', () => {
    expect(verdicts({ packageId: null, period: null, expiresAt: null, totalBytes: 0, lineLimit: 0 }, [line()])).toEqual(
      ['expired'],
    )
  })

  test('a package without an end never expires', () => {
    expect(verdicts({ period: 'once', expiresAt: null }, [line()])).toEqual(['active'])
  })
})

describe('when no reason is left', () => {
  test.each(['paused', 'expired', 'quota', 'limit', 'node'] as const)(
    'a line suspended for %s comes back',
    (reason) => {
      expect(verdicts({}, [suspended(reason)])).toEqual(['active'])
    },
  )

  test.each(['installing', 'moving', 'active'] as const)('a line that is %s stays so', (state) => {
    expect(verdicts({}, [line({ state, stateSince: before(119) })])).toEqual([state])
  })
})

describe('the limit', () => {
  test('suspends the newest lines', () => {
    expect(verdicts({}, [line(), line(), line(), line()])).toEqual(['active', 'active', 'limit', 'limit'])
  })

  test('does not count lines that failed or lost their node', () => {
    const lines = [line({ state: 'failed' }), line({ isNodeGone: true }), line(), line(), line()]
    expect(verdicts({}, lines)).toEqual(['failed', 'node', 'active', 'active', 'limit'])
  })

  test('activates a waiting line when another left', () => {
    expect(verdicts({}, [line(), suspended('limit')])).toEqual(['active', 'active'])
  })
})

describe('a node that does not answer', () => {
  test.each(['installing', 'moving'] as const)('fails a line that is %s after two minutes', (state) => {
    expect(verdicts({}, [line({ state, stateSince: before(120) })])).toEqual(['failed'])
  })

  test('fails no line that is active or suspended', () => {
    const old = { stateSince: before(86_400) }
    expect(verdicts({}, [line(old), line({ ...old, state: 'suspended', reason: 'quota' })])).toEqual([
      'active',
      'active',
    ])
  })

  test('a failed line stays failed in every state of its account', () => {
    for (const service of [{}, paused, expired, usedUp, { lineLimit: 0 }]) {
      expect(verdicts(service, [line({ state: 'failed' })])).toEqual(['failed'])
    }
  })
})

test('a deleted account has no lines', () => {
  const lines = [line(), line({ state: 'failed' }), suspended('paused'), line({ state: 'installing' })]
  expect(verdicts({ isDeleted: true }, lines)).toEqual(['removed', 'removed', 'removed', 'removed'])
})
