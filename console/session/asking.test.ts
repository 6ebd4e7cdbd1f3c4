import { expect, it } from 'vitest'

import { ask, useAsked } from './asking.ts'

const settle = (isDone: boolean) => useAsked.getState().asked!.settle(isDone)

it('asks once, however many calls wait, and tells all of them', async () => {
  const waiting = [ask('step-up'), ask('step-up'), ask('step-up')]
  settle(true)
  expect(await Promise.all(waiting)).toEqual([true, true, true])
  expect(useAsked.getState().asked).toBeNull()
})

it('asks to sign in when the session ends during a step-up, which then counts as dismissed', async () => {
  const stepUp = ask('step-up')
  const signIn = ask('sign-in')
  expect(await Promise.race([stepUp, 'still open'])).toBe(false)
  expect(useAsked.getState().asked?.question).toBe('sign-in')
  settle(true)
  expect(await signIn).toBe(true)
})

it('asks again after an answer', async () => {
  const first = ask('step-up')
  settle(false)
  const second = ask('step-up')
  expect(await first).toBe(false)
  expect(second).not.toBe(first)
  settle(true)
  expect(await second).toBe(true)
})
