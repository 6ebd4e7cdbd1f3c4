import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { appFolders, featureRows, uiFolders } from '../lint-zones.ts'
import { root } from './step.ts'

// The linter ignores a rule that it cannot parse, so each import rule must refuse one bad file here.
const tree = mkdtempSync(path.join(tmpdir(), 'yuxian-lint-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

type Case = [file: string, imported: string]

/** A file in a folder; its name does not matter. */
const at = (folder: string, imported: string): Case => [`${folder}/a.ts`, imported]

const bad: Case[] = [
  ['contract/a.ts', 'fastify'],
  ['contract/b.ts', '../server/config.ts'],
  ['server/platform/a.ts', '../domains/ledger/post.ts'],
  ['server/domains/resellers/a.ts', '../accounts/load-login.ts'],
  ['server/domains/ledger/a.ts', '../resellers/get.ts'],
  ['server/domains/sessions/b.ts', '../personal-data/user-info/get-user-info.ts'],
  ['server/domains/accounts/a.ts', '../../app.ts'],
  ['server/domains/payments/a.ts', '../../../portal/session/token.ts'],
  ['server/domains/payments/b.ts', '../../../cashier/trades.ts'],
  ['server/domains/nodes/a.ts', '../../../agent/sign.ts'],
  ['server/process/a.ts', '../../portal/main.tsx'],
  ['server/process/b.ts', '../../agent/agent.ts'],
  ['server/process/c.ts', '../../scripts/step.ts'],
  ['server/process/d.ts', '../../cashier/start-cashier.ts'],
  ['server/pages/a.ts', '../../ui/words/translate.ts'],
  ['server/cli/a.ts', '../../e2e/stage.ts'],
  ['agent/a.ts', '../server/config.ts'],
  ['agent/drivers/a.ts', '../../ui/http/client.ts'],
  ...uiFolders.flatMap((folder, row) =>
    uiFolders.slice(row + 1).map((later) => at(`ui/${folder}`, `../${later}/x.ts`)),
  ),
  ...uiFolders.flatMap((folder) =>
    ['portal', 'console', 'server', 'agent'].map((other) => at(`ui/${folder}`, `../../${other}/x.ts`)),
  ),
  ...['portal', 'console'].flatMap((app) => [
    ...appFolders.flatMap((folder, row) =>
      appFolders.slice(row + 1).map((later) => at(`${app}/${folder}`, `../${later}/x.ts`)),
    ),
    at(`${app}/screens/login`, '../register/register-screen.tsx'),
    at(`${app}/screens/login`, '../../../server/config.ts'),
    at(`${app}/state`, '../../agent/sign.ts'),
    at(`${app}/features/sign-in`, '../../screens/login/login-screen.tsx'),
  ]),
  ...(['portal', 'console'] as const).flatMap((app) =>
    featureRows[app].flatMap((row, number) =>
      row.flatMap((feature) =>
        featureRows[app]
          .slice(number)
          .flat()
          .filter((other) => other !== feature)
          .map((other) => at(`${app}/features/${feature}`, `../${other}/x.ts`)),
      ),
    ),
  ),
  ['portal/app/a.ts', '../../console/app/nav.ts'],
  ['console/app/a.ts', '../../portal/app/nav.ts'],
]
const good: Case[] = [
  ['contract/ok.ts', 'typebox'],
  ['server/domains/sessions/ok.ts', '../accounts/load-login.ts'],
  ['server/domains/payments/ok.ts', '../orders/fulfil-order.ts'],
  ['server/sandbox/ok.ts', '../../cashier/start-cashier.ts'],
  ['ui/components/ok.tsx', '../words/ui-words.ts'],
  ['portal/state/ok.ts', '../../ui/words/word-store.ts'],
  ['portal/screens/login/ok.tsx', '../../features/sign-in/auth-page.tsx'],
  ['portal/features/buying/ok.tsx', '../paying/outcome-step.tsx'],
  ['console/features/sale/ok.tsx', '../table/list-table.tsx'],
  ['console/features/table/ok.tsx', '../show/money.tsx'],
  ['agent/drivers/ok.ts', '../../contract/node-api.ts'],
  ['agent/ok.ts', '@grpc/grpc-js'],
]

/** Files that import each other only for a type: by a type import, an inline one, and one that is passed on. */
const circles: Record<string, string> = {
  'circles/two/a.ts': `import type { B } from './b.ts'\n\nexport type A = { b: B }\n`,
  'circles/two/b.ts': `import type { A } from './a.ts'\n\nexport type B = { a: A | null }\n`,
  'circles/three/a.ts': `import { type B, makeB } from './b.ts'\n\nexport const a = (): B => makeB()\n`,
  'circles/three/b.ts': `export type { C as B } from './c.ts'\nexport const makeB = () => ({ a: null })\n`,
  'circles/three/c.ts': `import type { a } from './a.ts'\n\nexport type C = { a: typeof a | null }\n`,
}
const straight: Record<string, string> = {
  'circles/none/a.ts': `import type { B } from './b.ts'\n\nexport type A = { b: B }\n`,
  'circles/none/b.ts': `export type B = { b: string }\n`,
}

/** Every way of naming the browser's storage, in each part of the front ends. */
const storing: Record<string, string> = {
  'ui/device/named.ts': `export const a = () => localStorage.length\n`,
  'portal/session/member.ts': `export const a = () => window.sessionStorage.length\n`,
  'portal/features/taken.ts': `export const a = () => {\n  const { localStorage: kept } = window\n  return kept\n}\n`,
  'console/app/text.ts': `export const a = () => globalThis['localStorage']\n`,
}

let refused: ReadonlySet<string>
let circling: ReadonlySet<string>
let touching: ReadonlySet<string>

// Run the linter once for all cases: starting it costs more than linting.
beforeAll(() => {
  for (const name of ['oxlint.config.ts', 'lint-zones.ts']) copyFileSync(path.join(root, name), path.join(tree, name))
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
  for (const [number, [file, imported]] of [...bad, ...good].entries()) {
    const target = path.join(tree, named(file, number))
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, `import { x } from '${imported}'\n\nexport const y = x\n`)
  }
  for (const [file, text] of Object.entries({ ...circles, ...straight, ...storing })) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
    writeFileSync(path.join(tree, file), text)
  }
  const oxlint = path.join(root, 'node_modules', '.bin', 'oxlint')
  const { stdout } = spawnSync(oxlint, ['--format=json'], { cwd: tree, encoding: 'utf8', maxBuffer: 1e8 })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  const filesOf = (rule: string) =>
    new Set(diagnostics.filter(({ code }) => code.includes(rule)).map(({ filename }) => filename))
  refused = filesOf('no-restricted-imports')
  circling = filesOf('no-cycle')
  touching = filesOf('no-restricted-')
})

function named(file: string, number: number): string {
  return file.replace(/[^/]+(?=\.tsx?$)/, `case-${number}`)
}

test.each(bad.map((one, number) => [...one, number] as const))('%s may not import %s', (file, _imported, number) => {
  expect(refused).toContain(named(file, number))
})

test.each(good.map((one, number) => [...one, number] as const))('%s may import %s', (file, _imported, number) => {
  expect(refused).not.toContain(named(file, bad.length + number))
})

test.each(['portal', 'console'] as const)('every feature of the %s has a row', (app) => {
  expect(readdirSync(path.join(root, app, 'features')).toSorted()).toEqual(featureRows[app].flat().toSorted())
})

test.each(Object.keys(circles))('%s may not depend on itself, not even for a type', (file) => {
  expect(circling).toContain(file)
})

test.each(Object.keys(straight))('%s depends on nothing that depends on it', (file) => {
  expect(circling).not.toContain(file)
})

test.each(Object.keys(storing))('%s may not touch the browser’s storage itself', (file) => {
  expect(touching).toContain(file)
})
