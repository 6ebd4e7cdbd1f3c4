import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildWatchedNode } from '../../../test/build/build-monitor.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { withOwnRules } from '../../alerts/alert-rules.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { runWindows } from '../../nodes/windows.ts'

const made = await makeApp()
const { db, config } = made
const operator = await buildStaff(made, { resellerId: null })
const { monitors, alerts } = consoleApi

test('a monitor account is created, disabled and enabled again, and its credentials are shown once', async () => {
  const { data } = await operator.call(monitors.add, { monitor: 'night', withTotp: true })
  const signIn = (passWord: string) => made.call(api.monitor.login, { userName: 'night', passWord })
  expect((await signIn(data.password)).code).toBe('auth.totp_required')
  await operator.call(monitors.disable, { monitor: 'night' })
  expect((await signIn(data.password)).code).toBe('auth.bad_credentials')
  const listed = await operator.call(monitors.list, {})
  expect(listed.data.rows).toMatchObject([
    { userName: 'night', hasTotp: true, disabledAt: expect.any(String) as string },
  ])
  expect([listed.text.includes(data.password), listed.text.includes(data.totp!.secret)]).toEqual([false, false])
  const fresh = (await operator.call(monitors.enable, { monitor: 'night' })).data.password
  await operator.call(monitors.resetTotp, { monitor: 'night', isOff: true })
  expect((await signIn(fresh)).status).toBe(200)
  expect((await operator.call(monitors.disable, { monitor: 'nobody' })).code).toBe('object.unknown')
})

test('alerts are listed and acknowledged; a threshold is set within its range and applies to everybody', async () => {
  await raiseAlert(db, { resellerId: null, kind: 'payment.unknown_order', subject: 'of the test' }, clock.now())
  const [open] = (await operator.call(alerts.list, { state: 'open' })).data.rows
  expect(open).toMatchObject({ kind: 'payment.unknown_order', resolvedAt: null })
  await operator.call(alerts.ack, { alertId: open!.id })
  expect((await operator.call(alerts.list, { state: 'open' })).data.rows).toEqual([])
  expect((await operator.call(alerts.list, { state: 'over' })).data.rows).toMatchObject([
    { acknowledgedBy: `staff:${operator.staffId}` },
  ])
  const nodeId = await buildWatchedNode(made, { seenAt: new Date(clock.now().getTime() - 20_000) })
  const stateOf = async () =>
    (await operator.call(consoleApi.nodes.list, {})).data.rows.find(({ id }) => id === nodeId)!.state
  expect(await stateOf()).toBe('silent')
  const ruleOf = async () =>
    (await operator.call(alerts.rules, {})).data.rules.find(({ name }) => name === 'nodeSilentS')!
  expect(await ruleOf()).toMatchObject({ value: 8, fallback: 8, isOwn: false, now: expect.any(Number) as number })
  expect((await operator.call(alerts.setRule, { name: 'nodeSilentS', value: 1 })).code).toBe('request.invalid')
  await operator.call(alerts.setRule, { name: 'nodeSilentS', value: 600 })
  expect(await ruleOf()).toMatchObject({ value: 600, fallback: 8, isOwn: true })
  expect((await withOwnRules(db, config)).alerts.nodeSilentS).toBe(600)
  expect(await stateOf()).toBe('up')
  await operator.call(alerts.setRule, { name: 'nodeSilentS', value: null })
  expect(await stateOf()).toBe('silent')
})

test('planned maintenance is on the status page, begins and ends by itself once, and can be cancelled', async () => {
  const nodeId = await buildWatchedNode(made, { name: 'Planned' })
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString()
  const plan = { nodeId, startsAt: at(10), endsAt: at(30), note: '换硬盘' }
  expect((await operator.call(alerts.plan, { ...plan, endsAt: at(5) })).code).toBe('request.invalid')
  await operator.call(alerts.plan, plan)
  const status = async () => (await made.call(api.status.report, {})).data
  expect((await status()).planned).toMatchObject([{ nodeName: 'Planned', note: '换硬盘' }])
  const inMaintenance = async () =>
    (await db.kysely.selectFrom('nodes').select('inMaintenance').where('id', '=', nodeId).executeTakeFirstOrThrow())
      .inMaintenance
  const tick = () => runWindows({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
  await tick()
  expect(await inMaintenance()).toBe(false)
  clock.shift(11 * 60_000)
  await Promise.all([tick(), tick()])
  expect(await inMaintenance()).toBe(true)
  const stateOf = async () => (await operator.call(alerts.windows, {})).data.rows.find((row) => row.nodeId === nodeId)!
  expect((await stateOf()).state).toBe('running')
  clock.shift(20 * 60_000)
  await tick()
  expect([await inMaintenance(), (await stateOf()).state, (await status()).planned]).toEqual([false, 'over', []])
  const begun = await db.kysely
    .selectFrom('auditLog')
    .select('action')
    .where('subject', '=', `node:${nodeId}`)
    .where('action', 'like', 'node.maintenance%')
    .orderBy('id')
    .execute()
  expect(begun.map(({ action }) => action)).toEqual(['node.maintenance_on', 'node.maintenance_off'])
  clock.reset()
  await operator.call(alerts.plan, { nodeId, startsAt: at(10), endsAt: at(30), note: '' })
  const { windowId } = (await operator.call(alerts.windows, {})).data.rows[0]!
  await operator.call(alerts.cancel, { windowId })
  expect((await operator.call(alerts.cancel, { windowId })).code).toBe('object.unknown')
  expect((await status()).planned).toEqual([])
})
