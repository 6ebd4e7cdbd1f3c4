import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { nodeRows } from '../../test/build/panels/node-kinds.ts'
import { panelUser, type PanelRow, type PanelRows } from '../../test/build/panels/rows.ts'
import { writeDump } from '../../test/build/panels/write-dump.ts'
import { atFileEnd } from '../../test/run/endings.ts'
import { checkSource } from './check-source.ts'
import { reportLines } from './report/lines.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-odd-values-'))
atFileEnd(() => rmSync(folder, { recursive: true, force: true }))
const now = new Date('2026-11-18T00:00:00Z')
const seconds = now.getTime() / 1000
const huge = 9_223_372_036_854_775_807n

function check(content: string | Buffer) {
  const file = path.join(folder, 'panel.sql')
  writeFileSync(file, content)
  return checkSource({ now }, file)
}

async function findings(rows: PanelRows | Buffer) {
  const report = await check(Buffer.isBuffer(rows) ? rows : writeDump('v2board', rows))
  return Object.fromEntries(report.findings.map(({ code, examples }) => [code, examples]))
}

const plan = {
  id: 1,
  group_id: 1,
  name: 'P',
  transfer_enable: 100,
  show: 1,
  renew: 1,
  month_price: 100,
  reset_traffic_method: 1,
}
const endOf = (id: number, expired_at: PanelRow[string]) => panelUser(id, { plan_id: 1, expired_at })

test('ends that are huge, in milliseconds or far away are named, and are no damage', async () => {
  const v2_user = [
    endOf(1, huge),
    endOf(2, (seconds + 86_400) * 1000),
    endOf(3, seconds + 20 * 365 * 86_400),
    endOf(4, seconds + 86_400),
  ]
  const found = await findings({ v2_user, v2_plan: [plan] })
  expect(found).toMatchObject({ endsNever: ['1'], endsMs: ['2'], endsFar: ['3'] })
  expect(found).not.toHaveProperty('rowsDamaged')
})

const coupon = (id: number, ended_at: PanelRow[string]) => {
  return { id, code: `SALE-${id}`, name: 'x', type: 2, value: 10, show: 1, started_at: (seconds - 9) * 1000, ended_at }
}
const gift = (id: number, ended_at: PanelRow[string]) => {
  return { id, code: `aBcD-${String(id).padStart(12, 'x')}`, type: 1, value: 500, limit_use: 1, ended_at }
}

test('a coupon or gift code that is over stays over when its end is in milliseconds, and a huge end is none', async () => {
  const ends = [(seconds - 86_400) * 1000, (seconds + 86_400) * 1000, huge]
  const rows = {
    v2_user: [panelUser(1)],
    v2_coupon: ends.map((end, at) => coupon(at + 1, end)),
    v2_giftcard: ends.map((end, at) => gift(at + 1, end)),
  }
  const { findings: found, counts } = await check(writeDump('fork', rows))
  expect(Object.fromEntries(found.map(({ code, examples }) => [code, examples]))).toEqual({
    couponOver: ['1'],
    giftOver: ['1'],
    endsMs: ['coupon 1', 'coupon 2', 'gift code 1', 'gift code 2'],
  })
  expect([counts.couponsTaken, counts.giftCodesTaken]).toEqual([2, 2])
})

test('traffic beyond any limit is named, and is no damage', async () => {
  const found = await findings({ v2_user: [panelUser(1, { transfer_enable: huge })] })
  expect(found).toEqual({ quotaHuge: ['1'] })
})

test('each value that cannot be read is named by table, row and column', async () => {
  const v2_user = Array.from({ length: 8 }, (_, at) => panelUser(at + 1, { u: 'many' }))
  const v2_server_vmess = [{ ...nodeRows('v2board')['v2_server_vmess']![0]!, networkSettings: '{"path":' }]
  const report = await check(writeDump('v2board', { v2_user, v2_server_vmess }))
  const { examples } = report.findings.find(({ code }) => code === 'rowsDamaged')!
  expect(examples.toSorted()).toEqual(
    ['v2_server_vmess 1: networksettings', ...v2_user.map(({ id }) => `v2_user ${id}: u`)].toSorted(),
  )
})

test('articles and notices with their moments need no look', async () => {
  const v2_knowledge = [{ id: 1, language: 'zh-CN', title: 'a', body: 'b', show: 1, created_at: 1_700_000_000 }]
  const v2_notice = [{ id: 1, title: 'a', content: 'b', show: 1, created_at: 1_700_000_000 }]
  expect(await findings({ v2_user: [panelUser(1)], v2_knowledge, v2_notice })).toEqual({})
})

const chinese = { v2_user: [panelUser(1)], v2_notice: [{ id: 1, title: '维护通知', content: '今晚维护', show: 1 }] }

test('UTF-8 that the file calls latin1 is read as UTF-8', async () => {
  const dump = writeDump('v2board', chinese).replace('SET NAMES utf8mb4', 'SET NAMES latin1')
  expect(await findings(Buffer.from(dump))).toEqual({ utf8AsLatin1: [] })
  const french = writeDump('v2board', { v2_user: [panelUser(1, { email: 'rené@example.com' })] })
  const found = await findings(Buffer.from(french.replace('SET NAMES utf8mb4', 'SET NAMES latin1'), 'latin1'))
  expect(Object.keys(found)).toEqual(['nameChanged'])
})

test('texts that were garbled by a connection in latin1 wait for a look, with what to do', async () => {
  const dump = new TextDecoder('windows-1252').decode(Buffer.from(writeDump('v2board', chinese)))
  const report = await check(dump)
  const line = reportLines(report).find((text) => text.includes('garbled'))
  expect(line).toContain('--default-character-set=latin1')
})

test('tables with a prefix are recognised, with what to do', async () => {
  const dump = writeDump('v2board', { v2_user: [panelUser(1)] }).replaceAll('`v2_', '`my_v2_')
  await expect(check(dump)).rejects.toThrow(
    "Its tables begin with my_: bring a dump in which they do not (sed 's/`my_v2_/`v2_/g').",
  )
})

test.each([
  [{ host: 'a.example.com:8443' }, 'an address with a port (a.example.com and 8443)'],
  [{ host: '[2001:db8::1]:8443' }, 'an address with a port (2001:db8::1 and 8443)'],
  [{ host: 'https://a.example.com/' }, 'an address that is none'],
  [{ port: '70000' }, 'the port "70000", which is none'],
  [{ port: '443-' }, 'the port "443-", which is none'],
  [{ port: '' }, 'the port "", which is none'],
  [{ server_port: 0 }, 'the port of its agent, which is none'],
])('a node at %j does not come, and the report says why', async (changes, why) => {
  const [vmess] = nodeRows('v2board')['v2_server_vmess']!
  const { outcomes } = await check(
    writeDump('v2board', { v2_user: [panelUser(1)], v2_server_vmess: [{ ...vmess!, ...changes }] }),
  )
  expect(outcomes.nodes).toEqual([{ key: 'vmess 1', name: 'vmess-tcp', becomes: 'left', why: [why] }])
})

test('every node, group and plan is in the report, whatever their number', async () => {
  const [vmess] = nodeRows('v2board')['v2_server_vmess']!
  const many = Array.from({ length: 30 }, (_, at) => at + 1)
  const v2_server_vmess = many.map((id) => ({
    ...vmess!,
    id,
    name: `N${id}`,
    group_id: `["${id}"]`,
    network: id > 20 ? 'h2' : 'tcp',
  }))
  const v2_server_group = many.map((id) => ({ id, name: `G${id}` }))
  const v2_plan = many.map((id) => ({
    ...plan,
    id,
    name: `P${id}`,
    group_id: id,
    ...(id === 3 ? { year_price: 0 } : {}),
  }))
  const report = await check(
    writeDump('v2board', { v2_user: [panelUser(1)], v2_server_vmess, v2_server_group, v2_plan }),
  )
  const lines = reportLines(report)
  for (const id of many) {
    const comes = id <= 20
    expect(lines).toContain(`  vmess ${id} N${id}: ${comes ? 'comes' : 'does not come: network h2'}`)
    expect(lines).toContain(`  group ${id} G${id}: ${comes ? 'comes' : 'does not come: none of its nodes comes'}`)
    const lacks = id === 3 ? 'comes without its price year, which is zero' : 'comes'
    expect(lines).toContain(
      `  plan ${id} P${id}: ${comes ? lacks : 'comes without lines: its group has no node that comes'}`,
    )
  }
})
