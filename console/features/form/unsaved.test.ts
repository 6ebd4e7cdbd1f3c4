import { beforeEach, expect, it } from 'vitest'

import { askFirst, leave, stay, useGuards } from './unsaved.ts'

const typed = { isInSheet: false }
const inSheet = { isInSheet: true }
let gone: string[]

beforeEach(() => {
  gone = []
  useGuards.setState({ guards: [], asked: null })
})

it('goes on at once when nothing was typed', () => {
  askFirst(() => gone.push('away'))
  expect(gone).toEqual(['away'])
})

it('asks when something was typed, and stays or leaves as told', () => {
  useGuards.setState({ guards: [typed] })
  askFirst(() => gone.push('away'))
  expect([gone, useGuards.getState().asked]).toMatchObject([[], { guards: [typed] }])
  stay()
  leave()
  expect([gone, useGuards.getState()]).toEqual([[], { guards: [typed], asked: null }])
  askFirst(() => gone.push('away'))
  leave()
  expect([gone, useGuards.getState()]).toEqual([['away'], { guards: [], asked: null }])
})

it('a sheet asks about what was typed in it, and the page keeps its guard', () => {
  useGuards.setState({ guards: [typed] })
  const isOfSheet = (guard: object) => guard !== typed
  askFirst(() => gone.push('empty sheet'), isOfSheet)
  useGuards.setState({ guards: [typed, inSheet] })
  askFirst(() => gone.push('sheet'), isOfSheet)
  // Esc reaches every open sheet: the first question stays.
  askFirst(() => gone.push('page'))
  leave()
  expect([gone, useGuards.getState().guards]).toEqual([['empty sheet', 'sheet'], [typed]])
})
