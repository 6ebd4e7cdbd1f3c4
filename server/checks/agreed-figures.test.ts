import Type from 'typebox'
import { beforeAll, expect, test } from 'vitest'

import { consoleApi } from '../../contract/console/api.ts'
import { buildFigureScene, type Planted } from '../test/build/figure-scene.ts'
import { agreedPlaces, type AgreedPlace } from '../test/look/agreed-figures.ts'
import { fieldsOf } from '../test/look/answer-fields.ts'
import { type NamedRoute, consoleCalls } from '../test/look/every-route.ts'
import { nameOf, readFigures, type Seen } from '../test/matrix/read-figures.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'
import { startAtNoon } from '../test/run/start-at-noon.ts'

const made = await makeCashierApp()
const staffCalls = consoleCalls.filter(({ route }) => route.access === 'staff')
let seen: Seen[]
let planted: Planted

beforeAll(async () => {
  startAtNoon()
  const scene = await buildFigureScene(made, 7801)
  planted = scene.planted
  seen = await readFigures(made, scene.tenant)
})

const mayUse = ({ needs }: Pick<AgreedPlace, 'needs'>, held: ReadonlySet<string>) =>
  needs !== 'nobody' && needs.every((one) => held.has(one))
const placeIn = (places: readonly AgreedPlace[], call: string, field: string) =>
  places.find((place) => place.call === call && place.field === field)

/** Compares what each reader sees in the agreed places with what the owner of the team sees there. */
function judgePlaces(places: readonly AgreedPlace[], answers: readonly Seen[]) {
  const wrong: string[] = []
  const shown = new Set<AgreedPlace>()
  for (const { call, input, team, who, held, values } of answers) {
    const whole = answers.find(
      (one) => one.call === call && one.input === input && one.team === team && one.who === 'owner',
    )
    for (const place of places.filter((one) => one.call === call)) {
      const all = whole?.values.get(place.field) ?? []
      if (all.length === 0) continue
      shown.add(place)
      const own = values.get(place.field) ?? []
      const state = own.length === 0 ? 'absent' : own.some((value) => all.includes(value)) ? 'whole' : 'masked'
      const wanted = mayUse(place, held) ? 'whole' : place.otherwise
      if (place.needs !== 'nobody' && state !== wanted)
        wrong.push(`${call} ${place.field}: ${state}, not ${wanted}, for ${team} ${who}`)
    }
  }
  return { wrong: [...new Set(wrong)], shown }
}

test('every figure is whole, masked or absent for each role as was agreed', () => {
  const { wrong, shown } = judgePlaces(agreedPlaces, seen)
  expect(wrong).toEqual([])
  const kept = agreedPlaces.filter(({ needs }) => needs.length > 0)
  expect(kept.filter((place) => !shown.has(place)).map(({ call, field }) => `${call} ${field}`)).toEqual([])
})

/** Who may know what was planted. */
const knows: Record<keyof Planted, AgreedPlace['needs']> = {
  wholesale: ['prices.read'],
  margin: ['prices.read', 'money.read'],
  commission: ['money.read'],
  "reseller's balance": ['money.read'],
  mail: ['users.private'],
  address: 'nobody',
  'card key': 'nobody',
  payee: 'nobody',
  secret: 'nobody',
}

function judgeValues(places: readonly AgreedPlace[], answers: readonly Seen[]): string[] {
  const words = Object.entries(planted).flatMap(([what, texts]) =>
    texts.map((text) => ({ what: what as keyof Planted, isIn: finder(text) })),
  )
  const wrong = answers.flatMap(({ call, team, who, held, values }) =>
    [...values].flatMap(([field, texts]) =>
      words.flatMap(({ what, isIn }) => {
        if (!texts.some(isIn)) return []
        const place = placeIn(places, call, field)
        const mayStand =
          place && (place.tells || mayUse(place.needs.length === 0 ? { needs: knows[what] } : place, held))
        return mayStand
          ? []
          : [`${call} ${field}: ${what}, for ${place ? `${team} ${who}` : 'a place that was not agreed'}`]
      }),
    ),
  )
  return [...new Set(wrong)]
}

/** A number is found as a word of its own. */
function finder(text: string): (value: string) => boolean {
  if (!/^[\d.]+$/.test(text)) return (value) => value.includes(text)
  const whole = new RegExp(`(?<![\\d.])${text.replaceAll('.', '\\.')}(?![\\d.]*\\d)`)
  return (value) => whole.test(value)
}

test('what was planted stands nowhere but in its agreed places, in no file, text or record either', () => {
  expect(judgeValues(agreedPlaces, seen)).toEqual([])
})

const SENSITIVE =
  /(Fen|mail|[aA]ddress|network|usedFrom|account|Masked|lastFour|[cC]odes?|token|secret|password|link|text|detail|before|after)$/

function findUnnamed(places: readonly AgreedPlace[], calls: readonly NamedRoute[]) {
  return calls.flatMap(({ name, route }) =>
    fieldsOf(route).flatMap(({ field, type }) => {
      const last = field
        .replace(/(\[\]|\.\*)+$/, '')
        .split('.')
        .at(-1)!
      const isPlain = ['null', 'boolean', 'choice'].includes(type) || !SENSITIVE.test(last)
      const isNamed = places.some(
        (place) => nameOf(place.call) === name && place.field.replace(/\[[A-Z].*\]$/, '') === field,
      )
      return isPlain || isNamed ? [] : [`${name} ${field}`]
    }),
  )
}

test('every field of a console answer with a sensitive name is in a row of the table', () => {
  expect(findUnnamed(agreedPlaces, staffCalls)).toEqual([])
})

/** The answers of a call to a role, each changed. */
const changeSeen = (call: string, role: string, change: (values: Map<string, readonly string[]>, own: Seen) => void) =>
  seen.map((one) => {
    if (one.call !== call || one.who !== role || one.team !== 'reseller') return one
    const values = new Map(one.values)
    change(values, one)
    return { ...one, values }
  })
const ownersOf = ({ call, input, team }: Seen) =>
  seen.find((one) => one.call === call && one.input === input && one.team === team && one.who === 'owner')!

test('notices a forgotten mask, one too many, and a wrong line of the table', () => {
  const found = (answers: readonly Seen[]) => judgePlaces(agreedPlaces, answers).wrong
  const unmask = (call: string, role: string, field: string) =>
    found(changeSeen(call, role, (values, one) => values.set(field, ownersOf(one).values.get(field) ?? [])))
  expect(unmask('orders.export', 'support', 'text[Wholesale]')).toEqual([
    'orders.export text[Wholesale]: whole, not absent, for reseller support',
  ])
  expect(unmask('users.list', 'finance', 'rows[].email')).toEqual([
    'users.list rows[].email: whole, not masked, for reseller finance',
  ])
  const hidden = changeSeen('invites.list', 'viewer', (values) => values.delete('rows[].commissionFen'))
  expect(found(hidden)).toEqual(['invites.list rows[].commissionFen: absent, not whole, for reseller viewer'])
  const open = agreedPlaces.map((place) => (place.figure.startsWith('wholesale') ? { ...place, needs: [] } : place))
  expect(judgePlaces(open, seen).wrong).toContain(
    'orders.list rows[].wholesaleFen: absent, not whole, for reseller support',
  )
})

test('notices a value in a new place, and in an open place that a reader may not know it from', () => {
  const add = (role: string, field: string, text: string) =>
    judgeValues(
      agreedPlaces,
      changeSeen('orders.list', role, (values) => values.set(field, [text])),
    )
  expect(add('owner', 'rows[].remark', 'cost 1337.17, paid')).toEqual([
    'orders.list rows[].remark: wholesale, for a place that was not agreed',
  ])
  expect(add('support', 'rows[].totalFen', '179491')).toEqual([
    'orders.list rows[].totalFen: wholesale, for reseller support',
  ])
  expect(add('owner', 'rows[].totalFen', '179491')).toEqual([])
})

test('notices a new sensitive field, and one that was taken out of the table', () => {
  const output = Type.Object({ rows: Type.Array(Type.Object({ bonusFen: Type.Integer(), days: Type.Integer() })) })
  const bonus = { name: 'bonus.list', route: { ...consoleApi.orders.list, output } }
  expect(findUnnamed(agreedPlaces, [bonus])).toEqual(['bonus.list rows[].bonusFen'])
  const without = agreedPlaces.filter(({ call, field }) => call !== 'user.show' || field !== 'email')
  expect(findUnnamed(without, staffCalls)).toEqual(['user.show email'])
})
