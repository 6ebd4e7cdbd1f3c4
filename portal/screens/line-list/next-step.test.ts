import { expect, it } from 'vitest'

import type { Line } from '../../../contract/lines.ts'
import { accountReasonOf, nextStepOf } from './next-step.ts'

const line = { state: 'active', reason: null, nodeState: 'up' } as const
const suspended = (reason: Line['reason']) => ({ ...line, state: 'suspended', reason }) as Line

it.each([
  [line, null],
  [{ ...line, nodeState: 'maintenance' }, 'change'],
  [{ ...line, nodeState: 'down' }, 'change'],
  [{ ...line, state: 'failed', nodeState: 'maintenance' }, 'retry'],
  [suspended('limit'), 'upgrade'],
  [suspended('node'), 'change'],
  [suspended('paused'), null],
  [{ ...line, state: 'installing' }, null],
] as const)('%j asks for %s', (given, does) => {
  expect(nextStepOf(given)?.does ?? null).toBe(does)
})

it('finds what stops all lines, whichever line reports it', () => {
  expect(accountReasonOf([line as Line, suspended('quota')])).toBe('quota')
  expect(accountReasonOf([suspended('limit'), suspended('node')])).toBeNull()
  expect(accountReasonOf([])).toBeNull()
})
