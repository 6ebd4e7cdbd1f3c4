import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { root } from './step.ts'

// The linter ignores a rule it cannot parse, so each import rule is shown to bite on one bad file.
const tree = mkdtempSync(path.join(tmpdir(), 'yuxian-lint-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))
copyFileSync(path.join(root, 'oxlint.config.ts'), path.join(tree, 'oxlint.config.ts'))
symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))

const bad: [file: string, imported: string][] = [
  ['contract/a.ts', 'fastify'],
  ['contract/b.ts', '../server/config.ts'],
  ['server/platform/a.ts', '../domains/ledger/post.ts'],
  ['server/domains/resellers/a.ts', '../accounts/load-login.ts'],
  ['server/domains/ledger/a.ts', '../resellers/get.ts'],
  ['server/domains/sessions/a.ts', '../accounts/queries.ts'],
  ['server/domains/sessions/factors/a.ts', '../../accounts/queries.ts'],
  ['server/domains/accounts/a.ts', '../../app.ts'],
  ['server/domains/payments/a.ts', '../../../portal/http/client.ts'],
  ['server/process/a.ts', '../../portal/main.tsx'],
  ['portal/components/a.tsx', '../http/client.ts'],
  ['portal/screens/login/a.tsx', '../user/index-screen.tsx'],
  ['portal/screens/login/b.tsx', '../../../server/config.ts'],
  ['portal/http/a.ts', '../screens/login/login-screen.tsx'],
  ['agent/a.ts', '../server/config.ts'],
  ['agent/drivers/a.ts', '../../portal/http/client.ts'],
  ['server/process/b.ts', '../../agent/agent.ts'],
  ['server/domains/nodes/a.ts', '../../../agent/sign.ts'],
  ['portal/http/b.ts', '../../agent/sign.ts'],
]
const good: [file: string, imported: string][] = [
  ['contract/ok.ts', 'typebox'],
  ['server/domains/sessions/ok.ts', '../accounts/load-login.ts'],
  ['server/domains/payments/ok.ts', '../orders/fulfil-order.ts'],
  ['portal/screens/login/ok.tsx', '../../components/icon.tsx'],
  ['agent/drivers/ok.ts', '../../contract/node-api.ts'],
  ['agent/ok.ts', '@grpc/grpc-js'],
]

function findings(file: string, imported: string): string {
  const target = path.join(tree, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, `import { x } from '${imported}'\n\nexport const y = x\n`)
  const oxlint = path.join(root, 'node_modules', '.bin', 'oxlint')
  return spawnSync(oxlint, [file], { cwd: tree, encoding: 'utf8' }).stdout
}

test.each(bad)('%s may not import %s', (file, imported) => {
  expect(findings(file, imported)).toContain('no-restricted-imports')
})

test.each(good)('%s may import %s', (file, imported) => {
  expect(findings(file, imported)).not.toContain('no-restricted-imports')
})
