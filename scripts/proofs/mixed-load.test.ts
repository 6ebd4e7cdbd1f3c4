import { expect, test } from 'vitest'

import { findProblems, type Figures } from './mixed-load.ts'

const size = { seconds: 600, rate: 400, connections: 64, streams: 50 }
const memoryMb = [100, 180, 190, 200, 201, 199, 202, 200, 201, 200]
const good: Figures = {
  perSecond: 400,
  p50Ms: 3,
  p99Ms: 90,
  done: 24e4,
  bad: 0,
  firstBad: '',
  memoryMb,
  loadBefore: '0.1',
  streams: {
    open: 50,
    ended: 0,
    snapshots: 900,
  },
  purchases: 3600,
}

test.each<[string, Partial<Figures>]>([
  ['is refused', { bad: 1, firstBad: '/api/x 500' }],
  ['is slow', { p99Ms: 250 }],
  ['is too little', { perSecond: 390 }],
  ['grows', { memoryMb: memoryMb.map((mb, at) => mb + at * 20) }],
  ['buys nothing', { purchases: 0 }],
  ['ends a stream', { streams: { open: 50, ended: 1, snapshots: 900 } }],
])('a load that %s does not hold', (_name, wrong) => {
  expect(findProblems(good, size, true)).toEqual([])
  expect(findProblems({ ...good, ...wrong }, size, true)).toHaveLength(1)
})
