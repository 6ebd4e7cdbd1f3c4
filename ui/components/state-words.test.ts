import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { userStates } from '../../contract/console/users.ts'
import { type Language, LANGUAGES } from '../../contract/languages.ts'
import { type LineNode, LineState, NodeCheck, NodeState, SuspendReason } from '../../contract/lines.ts'
import { lineLook, nodeLook } from './line-look.ts'
import { userLook } from './user-look.ts'
import { watchedLooks } from './watched-look.ts'

const root = path.join(import.meta.dirname, '../..')
type Table = Record<string, string>

async function read(app: 'portal' | 'console', language: Language, part: string): Promise<Table> {
  const file = path.join(root, app, 'words', language.toLowerCase(), `${part}.ts`)
  return ((await import(file)) as { default: Table }).default
}

const literals = (union: { anyOf: readonly { const: string }[] }) => union.anyOf.map((one) => one.const)
const nodeStates = literals(NodeState) as LineNode['state'][]
const nodeChecks = literals(NodeCheck) as NodeCheck[]

/** What a look from outside could not find out is no word for users. */
const ONLY_OFFICE = ['port', 'unchecked']

/** Every word that `looks` can choose, with the table where the portal keeps it. */
const words = {
  lines: [
    ...literals(LineState).flatMap((state) =>
      [null, ...literals(SuspendReason)].flatMap((reason) =>
        nodeStates.flatMap((nodeState) =>
          nodeChecks.map((nodeCheck) => lineLook({ state, reason, nodeState, nodeCheck } as never).word),
        ),
      ),
    ),
    ...nodeStates.flatMap((state) =>
      [10, 90].flatMap((loadPercent) =>
        [true, false].map((isFull) => nodeLook({ state, check: 'good', isFull, loadPercent }).word),
      ),
    ),
  ],
  user: userStates.map((state) => userLook(userIn(state), 0).word),
  monitor: Object.values(watchedLooks).map(({ word }) => word),
}

/** What a user has besides a state, each with the sentence in which the portal says it. */
const besides = [
  { change: { usedBytes: 1 }, word: 'quota', part: 'user', sentence: 'quota' },
  { change: { locked: true }, word: 'stateLocked', part: 'freeze-account', sentence: 'lockedTitle' },
  { change: { deleteAfter: '2027-01-01T00:00:00Z' }, word: 'stateLeaving', part: 'user', sentence: 'deletionTitle' },
]

function userIn(state: string, change: object = {}) {
  const plain = { state, locked: false, deleteAfter: null, expiresAt: null, usedBytes: 0, totalBytes: 1 }
  return { ...plain, ...change } as never
}

test('every state has a word', () => {
  expect(new Set(words.lines)).toEqual(
    new Set(
      'active installing moving failed paused expired quota limit node maintenance down crowded full slow port unchecked'.split(
        ' ',
      ),
    ),
  )
  expect(words.user).toEqual(['stateActive', 'statePaused', 'stateBlocked', 'stateExpired', 'noPackage'])
  const told = new Set(
    userStates.flatMap((state) => besides.map(({ change }) => userLook(userIn(state, change), 0).word)),
  )
  expect(told).toEqual(
    new Set([...words.user.filter((word) => word !== 'stateActive'), ...besides.map(({ word }) => word)]),
  )
})

test.each(LANGUAGES)(
  'portal and office use the same word for every state of line, user and node: %s',
  async (language) => {
    const office = { ...(await read('console', language, 'base')), ...(await read('console', language, 'states')) }
    for (const [part, keys] of Object.entries(words)) {
      // Home shows states of lines, so their words stand with those of the user.
      const portal = await read('portal', language, part === 'lines' ? 'user' : part)
      for (const key of keys.filter((one) => !ONLY_OFFICE.includes(one)))
        expect([key, office[key]]).toEqual([key, portal[key]])
    }
    const user = await read('portal', language, 'user')
    for (const key of ['endsInDays', 'endsInHours', 'endsSoon']) expect([key, office[key]]).toEqual([key, user[key]])
    for (const { word, part, sentence } of besides) {
      const portal = await read('portal', language, part)
      expect([word, portal[sentence]?.toLowerCase()]).toEqual([
        word,
        expect.stringContaining(String(office[word]).toLowerCase()),
      ])
    }
    const pause = await read('portal', language, 'freeze-account')
    expect([pause['active'], pause['paused'], pause['expired'], pause['none']]).toEqual([
      office['stateActive'],
      office['statePaused'],
      office['stateExpired'],
      office['noPackage'],
    ])
    const status = await read('portal', language, 'online')
    expect(status['up']).toBe(office['active'])
    const lineList = await read('portal', language, 'line-list')
    const reasons = Object.keys(office).filter((key) => key.startsWith('reason_'))
    for (const key of ['down', 'maintenance', 'slow', ...reasons]) {
      expect([key, status[key]]).toEqual([key, office[key]])
    }
    for (const key of reasons) expect([key, lineList[key]]).toEqual([key, office[key]])
  },
)

test('the glossary says what each state means', async () => {
  const [, states = ''] = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8').split('\n## States\n')
  const keys = Object.keys(await read('console', 'zh-CN', 'states')).filter((key) => !key.startsWith('ends'))
  expect(keys.length).toBeGreaterThan(30)
  expect(keys.filter((key) => !states.split('\n## ')[0]!.includes(`\`${key}\``))).toEqual([])
})
