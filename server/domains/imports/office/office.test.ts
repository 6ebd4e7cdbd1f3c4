import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { FILE_PART_BYTES } from '../../../../contract/client-files.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { IMPORT_FILE_MAX_BYTES } from '../../../../contract/console/import-choices.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { removeOutdatedRows } from '../../../retention.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { panelRows, panelUser, type PanelRows } from '../../../test/build/panels/rows.ts'
import { writeDump } from '../../../test/build/panels/write-dump.ts'
import { takeJobs } from '../../../test/build/telegram-desk.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { atFileEnd } from '../../../test/run/endings.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { makeDataDir, removeDataDir } from '../../../test/run/server-process.ts'
import { adjustBalance } from '../../ledger/adjust-balance.ts'
import { checkSource } from '../check-source.ts'
import { reportLines } from '../report/lines.ts'
import { runImport } from '../run/run-import.ts'
import { runTask } from './run-task.ts'

const dataDir = makeDataDir()
atFileEnd(() => removeDataDir(dataDir))
const made = await makeApp({ DATA_DIR: dataDir })
const { db, config } = made
checkBooksAfterEach(db)
const { folder, ctx, newReseller, accounts, accountOf } = makeImportDesk(made)
const { call } = await buildStaff(made, { resellerId: null })
const calls = consoleApi.imports
const job = () => ({ db, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false })
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const partOf = (content: Buffer, number: number) => {
  const bytes = content.subarray(number * FILE_PART_BYTES, (number + 1) * FILE_PART_BYTES)
  return { number, bytes: bytes.toString('base64'), sha256: hash(bytes) }
}
const countOf = (content: Buffer) => Math.ceil(content.length / FILE_PART_BYTES)
const begin = (name: string, content: Buffer) => call(calls.beginFile, { name, sizeBytes: content.length })

async function upload(name: string, content: Buffer): Promise<number> {
  const { uploadId } = (await begin(name, content)).data
  for (let number = 0; number < countOf(content); number += 1) {
    expect((await call(calls.putPart, { uploadId, ...partOf(content, number) })).status).toBe(200)
  }
  return uploadId
}

/** What the runner does with the queue; throws what a job throws. */
async function work(): Promise<void> {
  for (const { payload } of await takeJobs(db, ['imports.task'])) await runTask(job(), payload as never)
}

async function checked(name: string, content: Buffer): Promise<number> {
  const uploadId = await upload(name, content)
  expect((await call(calls.check, { uploadId })).status).toBe(200)
  await work()
  return uploadId
}

const list = async () => (await call(calls.list, {})).data
const taskOf = async (taskId: number) => (await list()).tasks.find((task) => task.taskId === taskId)!
const remove = (uploadId: number) => call(calls.removeFile, { uploadId })
const dumpOf = (rows: PanelRows) => Buffer.from(writeDump('v2board', rows))
const some = (resellerId: number): PanelRows => ({
  v2_user: [panelUser(1, { ...served, balance: 500, commission_balance: 70 }), panelUser(2, served), panelUser(3)],
  v2_plan: [{ ...panelPlan, name: `月付 ${resellerId}` }],
  v2_server_trojan: [
    {
      id: 1,
      group_id: '["1"]',
      name: `node ${resellerId}`,
      host: `office${resellerId}.example.com`,
      port: '443',
      server_port: 443,
      rate: '1',
      show: 1,
    },
  ],
})

test('parts come in any order, twice and after a break, and the dry run says what the command says', async () => {
  const padding = Buffer.from(`-- ${'padding '.repeat(100)}\n`.repeat(3000))
  const content = Buffer.concat([padding, dumpOf(panelRows('v2board'))])
  expect(countOf(content)).toBe(3)
  const { uploadId } = (await begin('panel.sql', content)).data
  const put = (number: number) => call(calls.putPart, { uploadId, ...partOf(content, number) })
  for (const number of [2, 0, 0]) expect((await put(number)).status).toBe(200)
  // The connection ends, the page is loaded again: the same file goes on.
  expect((await call(calls.check, { uploadId })).status).toBe(400)
  const again = (await begin('panel.sql', content)).data
  expect(again).toEqual({
    uploadId,
    parts: [0, 2].map((number) => ({ number, sha256: partOf(content, number).sha256 })),
  })
  expect((await list()).uploads).toMatchObject([{ uploadId, partsHere: 2, parts: 3 }])
  await put(1)
  const { taskId } = (await call(calls.check, { uploadId })).data
  expect(await taskOf(taskId)).toMatchObject({ kind: 'check', state: 'waiting', fileName: 'panel.sql' })
  await work()
  expect(await taskOf(taskId)).toMatchObject({ state: 'done', trouble: null, progress: null })
  const file = path.join(folder, 'same.sql')
  writeFileSync(file, content)
  const report = await checkSource({ now: clock.now() }, file)
  const shown = (await call(calls.report, { taskId })).data
  expect(shown.lines).toEqual(reportLines(report))
  expect(shown.source!.counts).toEqual(report.counts)
  expect(shown.source!.sums['balanceFen']).toBe(String(report.sums.balanceFen))
  expect(shown.source!.findings.map(({ code }) => code)).toEqual(report.findings.map(({ code }) => code))
  expect(readdirSync(path.join(dataDir, 'imports'))).toEqual([])
  expect((await remove(uploadId)).status).toBe(200)
  expect((await list()).uploads).toEqual([])
})

test('parts and files that are not what they say are refused, and so is a fourth file', async () => {
  const content = Buffer.alloc(FILE_PART_BYTES + 10, 'x')
  const { uploadId } = (await begin('odd.sql', content)).data
  const right = partOf(content, 0)
  for (const wrong of [
    { ...right, sha256: hash(Buffer.from('another')) },
    { ...right, bytes: `${right.bytes.slice(0, -8)}AAAAAAA=` },
    { ...right, bytes: `${right.bytes.slice(0, -4)}!!!!` },
    { ...right, number: 1 },
    { ...partOf(content, 1), number: 0 },
    { ...partOf(content, 1), number: 2 },
    { ...partOf(content, 1), number: 2048 },
  ]) {
    expect((await call(calls.putPart, { uploadId, ...wrong })).status).toBe(400)
  }
  expect((await list()).uploads).toMatchObject([{ partsHere: 0 }])
  const beginSized = (name: string, sizeBytes: number) => call(calls.beginFile, { name, sizeBytes })
  expect((await beginSized('large.sql', IMPORT_FILE_MAX_BYTES + 1)).status).toBe(400)
  expect((await beginSized('../x.sql', 10)).status).toBe(400)
  for (const name of ['b.sql', 'c.sql']) expect((await beginSized(name, 10)).status).toBe(200)
  expect((await beginSized('d.sql', 10)).code).toBe('import.files_max')
  expect((await beginSized('c.sql', 10)).status).toBe(200)
  expect((await call(calls.check, { uploadId })).status).toBe(400)
  expect((await call(calls.run, { uploadId, hasLooked: true, wholesalePercent: 40 })).status).toBe(400)
  for (const one of (await list()).uploads) await remove(one.uploadId)
})

test('neither a manager, nor a reseller, nor who proved the factor long ago brings anything over', async () => {
  const manager = await buildStaff(made, { resellerId: null, role: 'manager' })
  const reseller = await buildStaff(made, { resellerId: 8801 })
  const { uploadId } = (await begin('own.sql', Buffer.from('x'))).data
  for (const by of [manager, reseller]) {
    expect((await by.call(calls.list, {})).code).toBe('staff.forbidden')
    expect((await by.call(calls.beginFile, { name: 'x.sql', sizeBytes: 1 })).code).toBe('staff.forbidden')
    const part = partOf(Buffer.from('x'), 0)
    expect((await by.call(calls.putPart, { uploadId, ...part })).code).toBe('staff.forbidden')
    expect((await by.call(calls.undo, { importId: 1 })).code).toBe('staff.forbidden')
  }
  await db.pool.query(`update staff_sessions set proved_at = proved_at - interval '1 hour'`)
  for (const asked of [begin('new.sql', Buffer.from('y')), call(calls.undo, { importId: 1 })]) {
    expect((await asked).code).toBe('staff.step_up')
  }
  // An upload lasts longer than a proof.
  expect((await call(calls.putPart, { uploadId, ...partOf(Buffer.from('x'), 0) })).status).toBe(200)
  await db.pool.query('update staff_sessions set proved_at = now()')
  await remove(uploadId)
})

test('a new reseller gets everything by a job, the token is kept as a hash alone, and it is undone', async () => {
  const token = 'server-token-of-the-old-panel'
  const content = dumpOf(some(1))
  const uploadId = await checked('move.sql', content)
  const wish = { uploadId, title: '海风', wholesalePercent: 40, hasLooked: true, serverToken: token }
  const { taskId, resellerId } = (await call(calls.run, wish)).data
  expect(resellerId).toBeGreaterThanOrEqual(1000)
  expect(await dumpEveryRow(db)).not.toContain(token)
  expect((await call(calls.check, { uploadId })).code).toBe('import.busy')
  expect((await remove(uploadId)).code).toBe('import.busy')
  expect((await call(calls.putPart, { uploadId, ...partOf(content, 0) })).code).toBe('import.busy')
  await work()
  expect(await taskOf(taskId)).toMatchObject({ state: 'done', kind: 'run', resellerId, uploadId: null })
  const { changed, isEven, lines } = (await call(calls.report, { taskId })).data
  expect([changed, isEven]).toMatchObject([{ users: 3, nodes: 1, nodeKeys: 1, balanceFen: 500 }, true])
  expect(lines.join('\n')).toContain('wholesale')
  expect(lines.at(-1)).toContain('import undo')
  const keys = await db.pool.query('select token_hash from old_node_keys where token_hash = $1', [
    createHash('sha256').update(token).digest(),
  ])
  expect(keys.rowCount).toBe(1)
  const { uploads, imports } = await list()
  expect(uploads).toEqual([])
  expect(imports).toMatchObject([{ resellerId, title: '海风', source: 'panel', isDone: true, runs: 1, undoneAt: null }])
  const written = (
    await db.pool.query(`select actor from audit_log where action = 'operator.import_run' and reseller_id = $1`, [
      resellerId,
    ])
  ).rows as { actor: string }[]
  expect(written[0]!.actor).toMatch(/^staff:\d+$/)

  const { importId } = imports[0]!
  expect((await call(calls.uses, { importId })).data).toEqual({ users: 3, uses: [] })
  const undo = (await call(calls.undo, { importId })).data
  await work()
  expect(await taskOf(undo.taskId)).toMatchObject({ kind: 'undo', state: 'done' })
  expect((await call(calls.report, { taskId: undo.taskId })).data).toMatchObject({
    source: null,
    changed: { users: 3, nodes: 1, packages: 1, entries: 2 },
    lines: [expect.stringContaining('is undone: 3 users')],
  })
  expect((await accounts(resellerId)).every(({ deletedAt }) => deletedAt !== null)).toBe(true)
  // Killed between the last thing that is undone and the end of the task: the next try finds all of it done.
  await db.pool.query(
    `update import_tasks set state = 'running', ended_at = null, report = null where id = ${undo.taskId}`,
  )
  await runTask(job(), { taskId: undo.taskId })
  expect(await taskOf(undo.taskId)).toMatchObject({ state: 'done', trouble: null })
  expect((await call(calls.report, { taskId: undo.taskId })).data).toMatchObject({
    changed: { users: 3, nodes: 1, packages: 1, entries: 2, left: 0 },
    lines: [expect.stringContaining('is undone: 3 users')],
  })
  expect((await call(calls.undo, { importId })).code).toBe('object.unknown')
})

test('what is missing is asked for, a second file brings what changed, and after a sale nothing is undone', async () => {
  const resellerId = await newReseller()
  const rows = { ...some(resellerId), v2_user: [panelUser(1, { balance: 500 }), panelUser(2, { balance: -5 })] }
  const uploadId = await checked('first.sql', dumpOf(rows))
  const run = (more: object) =>
    call(calls.run, { uploadId, resellerId, hasLooked: true, wholesalePercent: 40, ...more })
  const refusals: [object, string][] = [
    [{ hasLooked: false }, 'hasLooked'],
    [{ wholesalePercent: undefined }, 'wholesalePercent'],
    [{ title: 'x' }, 'title'],
    [{ serverToken: 'with a space' }, 'serverToken'],
  ]
  for (const [more, field] of refusals) {
    const answer = await run(more)
    expect([answer.code, Object.keys((answer.data as { fields?: object }).fields ?? {})]).toEqual([
      'request.invalid',
      [field],
    ])
  }
  expect((await run({ resellerId: 999_998 })).code).toBe('reseller.unknown')
  expect((await run({})).status).toBe(200)
  await work()
  const later = await checked('second.sql', dumpOf({ ...rows, v2_user: [panelUser(1, { balance: 700 })] }))
  const percent = await call(calls.run, { uploadId: later, resellerId, hasLooked: true, wholesalePercent: 41 })
  expect(percent.code).toBe('request.invalid')
  const { taskId } = (await call(calls.run, { uploadId: later, resellerId, hasLooked: true })).data
  await work()
  const { changed } = (await call(calls.report, { taskId })).data
  expect(changed).toMatchObject({ users: 0, entries: 1, goneUsers: 1, balanceFen: 700 })

  const { importId } = (await list()).imports.find((one) => one.resellerId === resellerId)!
  const { id: accountId } = await accountOf(resellerId, 'user1@example.com')
  const gift = {
    owner: { resellerId, accountId },
    how: 'given' as const,
    amountFen: 5,
    reason: 'x',
    key: 'office-gift',
  }
  await adjustBalance(ctx(), gift, 'operator:test')
  expect((await call(calls.uses, { importId })).data.uses).toEqual(['money that moved'])
  expect((await call(calls.undo, { importId })).code).toBe('import.used')
  // An undo that ended in the middle has moved money itself, and may go on.
  await db.kysely.updateTable('imports').set({ undoingAt: clock.now() }).where('id', '=', importId).execute()
  expect((await call(calls.uses, { importId })).data.uses).toEqual([])
  const undo = (await call(calls.undo, { importId })).data
  await work()
  expect(await taskOf(undo.taskId)).toMatchObject({ kind: 'undo', state: 'done' })
})

test('a run whose process was killed goes on in the next one, and nothing is there twice', async () => {
  const resellerId = await newReseller()
  const content = dumpOf(some(resellerId))
  const uploadId = await checked('killed.sql', content)
  const { taskId } = (await call(calls.run, { uploadId, resellerId, hasLooked: true, wholesalePercent: 40 })).data
  // What a killed process leaves: half of the stages, a task under way, and the file on its disk.
  const file = path.join(folder, 'killed.sql')
  writeFileSync(file, content)
  const onProgress = ({ stage }: { stage: string }) => {
    if (stage === 'money') throw new Error('the machine stops')
  }
  const wish = { file, resellerId, source: 'panel', wholesalePercent: 40, hasLooked: true }
  await expect(runImport({ ...ctx(), onProgress }, wish)).rejects.toThrow('the machine stops')
  await db.pool.query(`update import_tasks set state = 'running' where id = $1`, [taskId])
  const left = path.join(dataDir, 'imports', 'reading-left')
  mkdirSync(left, { recursive: true })
  writeFileSync(path.join(left, 'source'), content)
  await work()
  expect(await taskOf(taskId)).toMatchObject({ state: 'done' })
  expect((await call(calls.report, { taskId })).data.changed).toMatchObject({ users: 0, entries: 2, balanceFen: 500 })
  expect(await accounts(resellerId)).toHaveLength(3)
  expect(existsSync(left)).toBe(false)
  // A job that is done again after its end does nothing.
  await runTask(job(), { taskId })
  expect(await accounts(resellerId)).toHaveLength(3)
})

test('a file that was altered or lost in the database, and one that cannot come over, end with a sentence', async () => {
  const uploadId = await upload('lost.sql', dumpOf({ v2_user: [panelUser(1)] }))
  const outcome = async () => {
    const { taskId } = (await call(calls.check, { uploadId })).data
    await work()
    return taskOf(taskId)
  }
  expect((await outcome()).state).toBe('done')
  await db.pool.query('update import_upload_parts set bytes = set_byte(bytes, 3, 1) where upload_id = $1', [uploadId])
  expect(await outcome()).toMatchObject({ state: 'failed', trouble: { code: 'parts' } })
  // A crash of the database empties the table, and no backup has it.
  const { rows } = await db.pool.query(
    `select relpersistence as kind from pg_class where relname = 'import_upload_parts'`,
  )
  expect(rows).toEqual([{ kind: 'u' }])
  await db.pool.query('delete from import_upload_parts where upload_id = $1', [uploadId])
  expect((await call(calls.check, { uploadId })).status).toBe(400)
  await remove(uploadId)
  const other = await upload('other.sql', Buffer.from('CREATE TABLE `users` (`id` int);'))
  const { taskId } = (await call(calls.check, { uploadId: other })).data
  await work()
  expect(await taskOf(taskId)).toMatchObject({
    state: 'failed',
    trouble: { code: 'noPanel', says: expect.stringContaining('No table v2_user') },
  })
  expect((await call(calls.report, { taskId })).code).toBe('object.unknown')
  await remove(other)
})

test('what nobody foresaw is tried again, and named after the last try', async () => {
  const uploadId = await upload('try.sql', dumpOf({ v2_user: [panelUser(1)] }))
  const { taskId } = (await call(calls.check, { uploadId })).data
  await takeJobs(db, ['imports.task'])
  const broken = { ...job(), config: { ...config, dataDir: path.join(dataDir, 'imports', 'file') } }
  mkdirSync(path.join(dataDir, 'imports'), { recursive: true })
  writeFileSync(broken.config.dataDir, '')
  await expect(runTask(broken, { taskId })).rejects.toThrow('ENOTDIR')
  expect((await taskOf(taskId)).state).toBe('running')
  await expect(runTask({ ...broken, isLastAttempt: true }, { taskId })).rejects.toThrow('ENOTDIR')
  expect(await taskOf(taskId)).toMatchObject({ state: 'failed', trouble: { code: 'unexpected' } })
  await remove(uploadId)
})

test('an uploaded file is gone after a week, and what a killed process left on the disk after a night', async () => {
  const uploadId = await upload('week.sql', dumpOf({ v2_user: [panelUser(1)] }))
  await call(calls.check, { uploadId })
  const left = path.join(dataDir, 'imports', 'reading-night')
  const at = (days: number) => ({ ...job(), now: new Date(clock.now().getTime() + days * 86_400_000) })
  const uploads = async () => (await db.pool.query('select id from import_uploads')).rowCount
  mkdirSync(left, { recursive: true })
  // Somebody may be reading it.
  await removeOutdatedRows(at(8))
  expect([await uploads(), existsSync(left)]).toEqual([1, true])
  await work()
  mkdirSync(left, { recursive: true })
  await removeOutdatedRows(at(6))
  expect([await uploads(), existsSync(left)]).toEqual([1, false])
  await removeOutdatedRows(at(8))
  expect(await uploads()).toBe(0)
  expect((await db.pool.query('select 1 from import_upload_parts')).rowCount).toBe(0)
})
