import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

import { signHook } from '../server/domains/webhooks/sign-hook.ts'
import { forgeHooks } from '../server/test/attack/forge-hooks.ts'
import { buildKey } from '../server/test/build/build-key.ts'
import { buildTicket } from '../server/test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../server/test/build/factories.ts'
import { hookDesk } from '../server/test/build/hook-desk.ts'
import { buildPackage, fundReseller } from '../server/test/build/money-factories.ts'
import { verifyHook } from '../server/test/outside/hook-receiver.ts'
import { atFileEnd } from '../server/test/run/endings.ts'
import { makeApp } from '../server/test/run/make-app.ts'
import { freePort } from '../test/free-port.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '..')
const RESELLER = 8890
const COST_FEN = 4500

/** Every block of the page, in its order: later ones use what earlier ones made. */
const page = readFileSync(path.join(root, 'docs', 'api.md'), 'utf8')
const blocks = [...page.matchAll(/^```(sh|ts)\n(.*?)^```$/gms)].map(([, kind, text]) => ({ kind: kind!, text: text! }))
const shell = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text)
const programs = blocks.filter(({ kind }) => kind === 'ts').map(({ text }) => text)
/** The program that runs on, and what is sent to it. */
const receivers = programs.filter((text) => text.includes('createServer'))
const toReceiver = shell.filter((text) => text.includes('webhook'))

const made = await makeApp()
const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-recipes-'))
atFileEnd(() => rmSync(folder, { recursive: true, force: true }))
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
const port = await freePort()
const desk = hookDesk(made, port)
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  const { app, db } = made
  await app.listen({ port: 0, host: '127.0.0.1' })
  await buildReseller(db, { id: RESELLER })
  await fundReseller(db, RESELLER, 1_000_000)
  const prices = { month: { retailFen: 9900, wholesaleFen: COST_FEN } }
  const plan = await buildPackage(db, { resellerId: RESELLER, prices })
  const user = await buildAccount(db, { resellerId: RESELLER })
  await buildTicket(db, user)
  const key = await buildKey(made, { resellerId: RESELLER, dailyFen: 1_000_000 })
  // No recipe causes this event, so the test asks for it.
  const { webhookId, secret } = await desk.add(RESELLER, ['ticket.closed'])
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  env = {
    PATH: process.env.PATH,
    YX: url,
    KEY: key.text,
    USER_ID: String(user.id),
    PLAN_ID: String(plan.id),
    COST_FEN: String(COST_FEN),
    PORT: String(port),
    RECEIVER: `http://127.0.0.1:${port}/`,
    WEBHOOK_ID: webhookId,
    WEBHOOK_SECRET: secret,
  }
})

const fileOf = (index: number) => path.join(folder, `recipe-${index}.ts`)
const runShell = async (text: string) =>
  (await run('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env })).stdout

test('every block of docs/api.md runs, with curl and with the typed client', async () => {
  expect([shell.length, programs.length]).toEqual([14, 12])
  for (const text of shell.filter((one) => !toReceiver.includes(one))) {
    const stdout = await runShell(text)
    if (stdout.startsWith('{')) expect(JSON.parse(stdout), text).toMatchObject({ success: true })
  }
  // The page's first lines have fetched the client into this folder.
  for (const [index, text] of programs.entries()) {
    const file = fileOf(index)
    writeFileSync(file, text)
    if (receivers.includes(text)) continue
    const { stdout } = await run(process.execPath, [file], { cwd: folder, env })
    expect(stdout.trim(), text).not.toBe('')
  }
})

test('the receiver of docs/api.md takes what we send, and refuses what somebody else does', async () => {
  expect([receivers.length, toReceiver.length]).toEqual([1, 2])
  const program = path.join(folder, 'receiver.ts')
  writeFileSync(program, receivers[0]!)
  const child = spawn(process.execPath, [program], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const nextLine = async () => (await lines.next()).value as string
    expect(await nextLine()).toBe('listening')
    const [asking, forging] = toReceiver
    const { data } = JSON.parse(await runShell(asking!)) as { data: { deliveryId: number } }
    await desk.run()
    expect(await nextLine()).toBe(`webhook.test ${RESELLER}`)
    expect((await desk.tries(data.deliveryId)).map(({ status }) => status)).toEqual([204])
    expect(await runShell(forging!)).toBe('401\n')
  } finally {
    child.kill()
  }
})

test('the check that docs/webhooks.md shows agrees with the public library', async () => {
  const [, shown] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(path.join(root, 'docs', 'webhooks.md'), 'utf8'))!
  const secret = env['WEBHOOK_SECRET']!
  const body = '{"type":"order.paid","data":{}}'
  const signed = signHook('msg_1', body, [`whsec_${'A'.repeat(43)}=`, secret], new Date())
  const calls = [
    { headers: { ...signed }, body },
    ...forgeHooks({ headers: { ...signed }, body }, secret).map(([, call]) => call),
  ]
  const program = path.join(folder, 'check.ts')
  const asked = `JSON.parse(process.argv[2]!) as { headers: Record<string, string>; body: string }[]`
  const judged = `isGenuine(process.env.WEBHOOK_SECRET!, new Headers(headers), body)`
  writeFileSync(
    program,
    `${shown}\nconst calls = ${asked}\nconsole.log(calls.map(({ headers, body }) => ${judged}).join())`,
  )
  const { stdout } = await run(process.execPath, [program, JSON.stringify(calls)], { cwd: folder, env })
  expect(stdout.trim().split(',')).toEqual(calls.map((call) => String(verifyHook(secret, call))))
  expect(stdout).toMatch(/^true(,false)+$/m)
})

test('the programs fit the types of the client', async () => {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck', 'false']
  const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules', '@types')]
  const files = programs.map((_, index) => `recipe-${index}.ts`)
  const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(tsc, [...options, ...types, ...files], { cwd: folder }).catch((error) => error as never)
  expect(stdout).toBe('')
})
