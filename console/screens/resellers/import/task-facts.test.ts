import { expect, it } from 'vitest'

import type { ImportTask, ImportUpload, ShownImport } from '../../../../contract/console/imports.ts'
import { say } from '../../../../ui/test/say.ts'
import { checkOf, importOf, leftText, startFacts } from './task-facts.ts'

const taskOf = (change: object) => ({ kind: 'check', state: 'done', uploadId: 4, ...change }) as unknown as ImportTask

it('a file is checked by its own last dry run that came to an end', () => {
  const upload = { uploadId: 4 } as ImportUpload
  const found = taskOf({ taskId: 2 })
  const others = [taskOf({ state: 'failed' }), taskOf({ kind: 'run' }), taskOf({ uploadId: 5 })]
  expect(checkOf(upload, [...others, found, taskOf({ taskId: 1 })])).toBe(found)
  expect(checkOf(upload, others)).toBeNull()
})

it('a run leads to its import, unless that was undone', () => {
  const task = taskOf({ kind: 'run', resellerId: 260, source: 'old' })
  const one = (change: object) => ({ resellerId: 260, source: 'old', undoneAt: null, ...change }) as ShownImport
  const its = one({})
  const others = [one({ resellerId: 7 }), one({ source: 'older' }), one({ undoneAt: '2026-11-01T00:00:00.000Z' })]
  expect(importOf(task, [...others, its])).toBe(its)
  expect(importOf(task, others)).toBeNull()
  expect(importOf(taskOf({ resellerId: 260, source: 'old' }), [its])).toBeNull()
})

it.each([
  [89, 'leftSeconds 89'],
  [90, 'leftMinutes 2'],
  [121, 'leftMinutes 3'],
])('%i seconds read %s', (seconds, text) => {
  expect(leftText(say, seconds)).toBe(text)
})

it('adds sums that a number does not hold', () => {
  const sums = { balanceBookedFen: '900719925474099300', commissionBookedFen: '100' }
  expect(startFacts({ counts: { users: 3 }, sums })).toEqual({
    users: 3,
    plans: 0,
    nodes: 0,
    amount: '¥9,007,199,254,740,994.00',
  })
})
