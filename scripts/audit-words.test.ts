import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { auditActions } from '../contract/console/audit-actions.ts'
import { errorStatus } from '../contract/errors.ts'
import { permissions } from '../contract/permissions.ts'
import { jobs } from '../server/jobs.ts'

const server = path.join(import.meta.dirname, '..', 'server')
const known = new Set<string>(auditActions)
const areas = new Set(auditActions.map((action) => action.split('.')[0]!))
/** Names of other things that are written alike. */
const others = new Set<string>([...Object.keys(errorStatus), ...permissions, ...Object.keys(jobs)])

const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(test|checks|migrations)\b/.test(file))
  .map((file) => readFileSync(path.join(server, file), 'utf8'))
  .filter((text) => /\bwriteAudit\b|\bauditLook\b|\bAuditActor\b|\bactor\b/.test(text))

/** Where an action is named as one: nothing else may stand there. */
const NAMED = /(?:\baction: |auditLook\(\w+, )'([a-z_]+\.[a-z_]+)'/g
/** Handed on to who writes it. What follows `name:`, `kind:` or a bracket of `fail` is the name of a query, an alert, an error. */
const HANDED = /(?<!\bname: |\bkind: |\bfail\(|\breason: |=== )'([a-z_]+\.[a-z_]+)'/g
/** Why a user or a line was left out of work on many. */
const NOT_WRITTEN = new Set(['bulk.price_changed', 'node.not_theirs'])

function writtenIn(text: string): string[] {
  const named = [...text.matchAll(NAMED)].map(([, action]) => action!)
  const handed = [...text.matchAll(HANDED)]
    .map(([, action]) => action!)
    .filter((action) => areas.has(action.split('.')[0]!) && !others.has(action) && !NOT_WRITTEN.has(action))
  return [...named, ...handed]
}

test('everything that the audit is told has its words', () => {
  const written = new Set(files.flatMap(writtenIn))
  expect(written.size).toBeGreaterThan(140)
  expect([...written].filter((action) => !known.has(action))).toEqual([])
})

test('a new one would be missed', () => {
  const text = `await note(ctx, 'staff.promoted', actor); writeAudit(db, { action: 'weather.changed', actor })`
  expect(writtenIn(text)).toEqual(['weather.changed', 'staff.promoted'])
})
