import { expect, it } from 'vitest'

import { auditInput } from './audit-input.ts'

it('shows changes only, until looks are asked for or an action is named', () => {
  expect(auditInput({})).toEqual({ only: 'changes' })
  expect(auditInput({ actor: 'staff:1' })).toEqual({ actor: 'staff:1', only: 'changes' })
  expect(auditInput({ action: 'user.shown' })).toEqual({ action: 'user.shown' })
  expect(auditInput({ only: 'looks', action: 'user.shown' })).toEqual({ only: 'looks', action: 'user.shown' })
  expect(auditInput({ only: 'all' })).toEqual({})
})
