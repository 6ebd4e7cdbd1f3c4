import { expect, it } from 'vitest'

import { momentText } from '../../../ui/words/moment-text.ts'
import { startWords } from '../../../ui/words/word-store.ts'
import { userInfo } from '../../test/portal.ts'
import { wordsOf } from '../../words/language.ts'
import { heroStateOf } from './hero-state.ts'
import { heroViewOf } from './hero-view.ts'

const NOW_MS = Date.parse('2026-11-14T08:00:00Z')
const inDays = (days: number) => new Date(NOW_MS + days * 86_400_000).toISOString()

await startWords('zh-CN', ['user'])

const NOTHING = { pack: false, renew: false, upgrade: false }
const ALL = { pack: true, renew: true, upgrade: true }

it.each([
  ['traffic left, long to run', { usedBytes: 1, expiresAt: inDays(20) }, null],
  ['traffic left, soon over', { usedBytes: 1, expiresAt: inDays(3) }, '续费'],
  ['used up, long to run', { usedBytes: 9, expiresAt: inDays(20) }, '购买流量包'],
  ['used up, without an end', { usedBytes: 9, expiresAt: null }, '购买流量包'],
  ['used up, soon over', { usedBytes: 9, expiresAt: inDays(3) }, '续费'],
  ['over', { usedBytes: 9, expiresAt: inDays(-1) }, '续费'],
])('%s: the button says %s', (_name, changes, label) => {
  const info = userInfo({
    package: { id: 'p', name: '轻享' },
    state: 'active',
    totalBytes: 9,
    buyable: ALL,
    ...changes,
  })
  const { action } = heroStateOf(info, NOW_MS, wordsOf('user'))
  expect(action?.label ?? null).toBe(label)
})

const held = { package: { id: 'p', name: '轻享' }, state: 'active', totalBytes: 100 } as const
const RESET = '流量在 2026-11-20 重置。'

it.each([
  ['a pack', { pack: true, upgrade: true }, '买个流量包，马上接着用。', '购买流量包'],
  ['only a higher plan', { upgrade: true }, `${RESET}\n升级套餐，马上接着用。`, '升级套餐'],
  ['only a renewal', { renew: true }, RESET, null],
  ['nothing', {}, RESET, null],
])('used up, and the reseller sells %s: proposes what is there, and names the reset', (_name, sold, text, label) => {
  const buyable = { ...NOTHING, ...sold }
  const info = userInfo({ ...held, usedBytes: 100, expiresAt: inDays(20), nextResetAt: inDays(6), buyable })
  const state = heroStateOf(info, NOW_MS, wordsOf('user'))
  expect([state.text, state.action?.label ?? null]).toEqual([text, label])
  const low = heroStateOf({ ...info, usedBytes: 95 }, NOW_MS, wordsOf('user'))
  expect([low.text, low.action?.label ?? null]).toEqual([label === '购买流量包' ? null : RESET, label])
})

it.each([
  ['without an end: a renewal adds traffic', null, { renew: true }, '续费就加流量，马上接着用。', '续费'],
  ['soon over: a renewal begins a new period', 3, { renew: true }, '续费后，下个周期流量从头算。', '续费'],
  ['long to run: a renewal begins a new period', 20, { renew: true }, '续费后，下个周期流量从头算。', '续费'],
  ['soon over, not to be renewed', 3, { upgrade: true }, '升级套餐，马上接着用。', '升级套餐'],
  ['nothing helps', 3, {}, '现在没有能加的流量，问问客服。', '联系客服'],
])('used up without packs and without a reset, %s', (_name, days, sold, text, label) => {
  const expiresAt = days === null ? null : inDays(days)
  const info = userInfo({ ...held, usedBytes: 100, expiresAt, buyable: { ...NOTHING, ...sold } })
  const state = heroStateOf(info, NOW_MS, wordsOf('user'))
  expect([state.text, state.action?.label]).toEqual([text, label])
})

it.each(['active', 'expired'] as const)('%s, and cannot be renewed: proposes another package', (state) => {
  const expiresAt = inDays(state === 'active' ? 2 : -1)
  const info = userInfo({ ...held, state, usedBytes: 1, expiresAt, buyable: { ...NOTHING, upgrade: true } })
  const hero = heroStateOf(info, NOW_MS, wordsOf('user'))
  expect(hero.action?.label).toBe('选择套餐')
  expect(hero.text).toBe(state === 'active' ? null : '选一个套餐，线路就能接着用。')
})

it.each([
  ['fine', { usedBytes: 10, expiresAt: inDays(20) }, '20 天后到期', null, '90.00'],
  ['fine', { usedBytes: 10, expiresAt: null }, '正常', null, '90.00'],
  ['ending', { usedBytes: 95, expiresAt: inDays(3) }, '3 天后到期', null, '5.00'],
  ['low', { usedBytes: 90, expiresAt: inDays(20) }, '流量只剩 10%', '20 天后到期', '10.00'],
  ['low', { usedBytes: 94, expiresAt: inDays(20) }, '流量只剩 6%', '20 天后到期', '6.00'],
  ['low', { usedBytes: 99.9, expiresAt: inDays(20) }, '流量只剩 1%', '20 天后到期', '0.10'],
  ['usedUp', { usedBytes: 100, expiresAt: inDays(2) }, '流量用完', '2 天后到期', null],
  ['expired', { state: 'expired', usedBytes: 1, expiresAt: inDays(-1) }, '已到期', '2026-11-13 已到期', null],
  ['paused', { state: 'paused', usedBytes: 1, pausedAt: inDays(-1) }, '已暂停', null, null],
  ['blocked', { usedBytes: 1, expiresAt: inDays(20), blockedReason: '投诉' }, '已停用', null, null],
] as const)('%s: its own look, and traffic as the largest figure only if it can be used', (...row) => {
  const [look, changes, chip, note, amount] = row
  const info = userInfo({ ...held, ...changes })
  const state = heroStateOf(info, NOW_MS, wordsOf('user'))
  expect(state).toMatchObject({ look, chip, note, headline: amount === null ? '线路已停' : null })
  expect(heroViewOf(info, state, wordsOf('user')).traffic?.amount ?? null).toBe(amount)
})

it.each([
  ['just paused', 1, '撤销暂停', true],
  ['ten minutes later', 10, '恢复使用', true],
  ['a day later', 24 * 60, '恢复使用', false],
])('%s: names the moment when the pause may end, and what can be done now', (_name, minutes, label, waits) => {
  const pausedAt = new Date(NOW_MS - minutes * 60_000).toISOString()
  const info = userInfo({ package: { id: 'p', name: '轻享' }, state: 'paused', pausedAt })
  const { action, text } = heroStateOf(info, NOW_MS, wordsOf('user'))
  expect(action?.label).toBe(label)
  const moment = momentText(Date.parse(pausedAt) + 86_400_000)
  expect(text?.includes(moment)).toBe(waits)
})

it.each(['none', 'active', 'paused', 'expired'] as const)('blocked while %s: offers nothing', (state) => {
  const held = state === 'none' ? null : { id: 'p', name: '轻享' }
  const info = userInfo({ package: held, state, pausedAt: inDays(-1), blockedReason: '投诉核实中' })
  expect(heroStateOf(info, NOW_MS, wordsOf('user'))).toMatchObject({
    look: 'blocked',
    chip: '已停用',
    text: null,
    action: null,
  })
})

it('tells what was sold without places, and what is counted with two', () => {
  const info = userInfo({ ...held, usedBytes: 86.4 * 1024 ** 3, totalBytes: 300 * 1024 ** 3, expiresAt: inDays(20) })
  const t = wordsOf('user')
  const { traffic } = heroViewOf(info, heroStateOf(info, NOW_MS, t), t)
  expect([traffic?.amount, traffic?.used, traffic?.total]).toEqual(['213.60', '已用 86.40 GB', '共 300 GB'])
})
