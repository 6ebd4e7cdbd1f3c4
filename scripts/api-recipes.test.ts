import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

import { buildKey } from '../server/test/build/build-key.ts'
import { buildTicket } from '../server/test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../server/test/build/factories.ts'
import { buildPackage, fundReseller } from '../server/test/build/money-factories.ts'
import { atFileEnd } from '../server/test/run/endings.ts'
import { makeApp } from '../server/test/run/make-app.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '..')
const RESELLER = 8890
const COST_FEN = 4500

/** Every block of the page, in its order: later ones use what earlier ones made. */
const page = readFileSync(path.join(root, 'docs', 'api.md'), 'utf8')
const blocks = [...page.matchAll(/^```(sh|ts)\n(.*?)^```$/gms)].map(([, kind, text]) => ({ kind: kind!, text: text! }))
const shell = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text)
const programs = blocks.filter(({ kind }) => kind === 'ts').map(({ text }) => text)

const made = await makeApp()
const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-recipes-'))
atFileEnd(() => rmSync(folder, { recursive: true, force: true }))
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
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  env = {
    PATH: process.env.PATH,
    YX: url,
    KEY: key.text,
    USER_ID: String(user.id),
    PLAN_ID: String(plan.id),
    COST_FEN: String(COST_FEN),
  }
})

test('every block of docs/api.md runs, with curl and with the typed client', async () => {
  expect([shell.length, programs.length]).toEqual([12, 11])
  for (const text of shell) {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env })
    if (stdout.startsWith('{')) expect(JSON.parse(stdout), text).toMatchObject({ success: true })
  }
  // The page's first lines have fetched the client into this folder.
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  for (const [index, text] of programs.entries()) {
    const file = path.join(folder, `recipe-${index}.ts`)
    writeFileSync(file, text)
    const { stdout } = await run(process.execPath, [file], { cwd: folder, env })
    expect(stdout.trim(), text).not.toBe('')
  }
})

test('the programs fit the types of the client', async () => {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck', 'false']
  const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules', '@types')]
  const files = programs.map((_, index) => `recipe-${index}.ts`)
  const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(tsc, [...options, ...types, ...files], { cwd: folder }).catch((error) => error as never)
  expect(stdout).toBe('')
})
