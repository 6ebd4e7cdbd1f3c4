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
/** Names of other things that have the same form. */
const others = new Set<string>([...Object.keys(errorStatus), ...permissions, ...Object.keys(jobs)])

const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(test|checks|migrations)\b/.test(file))
  .map((file) => readFileSync(path.join(server, file), 'utf8'))
  .filter((text) => /\bwriteAudit\b|\bauditLook\b|\bAuditActor\b|\bactor\b/.test(text))

/** Places where only an action can be named. */
const NAMED = /(?:\baction: |auditLook\(\w+, )'([a-z_]+\.[a-z_]+)'/g
/**
 * Names handed on to the code that writes the audit. After `name:`, `kind:` or `fail(` comes the name of a query, an
 * alert or an error.
 */
const HANDED = /(?<!\bname: |\bkind: |\bfail\(|\breason: |=== )'([a-z_]+\.[a-z_]+)'/g
/** Reasons for leaving a user or a line out of a bulk operation. */
const NOT_WRITTEN = new Set(['bulk.price_changed', 'node.not_theirs'])

function writtenIn(text: string): string[] {
  const named = [...text.matchAll(NAMED)].map(([, action]) => action!)
  const handed = [...text.matchAll(HANDED)]
    .map(([, action]) => action!)
    .filter((action) => areas.has(action.split('.')[0]!) && !others.has(action) && !NOT_WRITTEN.has(action))
  return [...named, ...handed]
}

test('every audit action of the server has words', () => {
  const written = new Set(files.flatMap(writtenIn))
  expect(written.size).toBeGreaterThan(140)
  expect([...written].filter((action) => !known.has(action))).toEqual([])
})

test('notices a new action without words', () => {
  const text = `await note(ctx, 'staff.promoted', actor); writeAudit(db, { action: 'weather.changed', actor })`
  expect(writtenIn(text)).toEqual(['weather.changed', 'staff.promoted'])
})
