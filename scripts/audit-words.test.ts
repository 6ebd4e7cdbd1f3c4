import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { auditActions, auditLooks } from '../contract/console/audit-actions.ts'
import { errorStatus } from '../contract/errors.ts'
import { permissions } from '../contract/permissions.ts'
import { webhookEvents } from '../contract/webhook-events.ts'
import { jobs } from '../server/jobs.ts'

const server = path.join(import.meta.dirname, '..', 'server')
const known = new Set<string>(auditActions)
const areas = new Set(auditActions.map((action) => action.split('.')[0]!))
/** Names of other things that have the same form. */
const others = new Set<string>([
  ...Object.keys(errorStatus),
  ...permissions,
  ...Object.keys(jobs),
  ...webhookEvents,
  'webhook.test',
])

const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(test|checks|migrations)\b/.test(file))
  .map((file) => readFileSync(path.join(server, file), 'utf8'))
  .filter((text) => /\bwriteAudit\b|\bauditLook\b|\bAuditActor\b|\bactor\b/.test(text))

/** Places where only an action can be named: `action: 'x.y'`, `action: is ? 'x.y' : 'x.z'`, `const action = …`. */
const NAMED = /(?:\baction(?:: | = )|auditLook\(\w+, )((?:[\w.!]+ \? )?'[a-z_]+\.[a-z_]+'(?: : '[a-z_]+\.[a-z_]+')?)/g
/** Names that are put together: every value of the variable part must be known here. */
const BUILT = /(?:\baction(?:: | = )|auditLook\(\w+, |note\(\w+, \w+, )`([^`]+)`/g
const VALUES: Record<string, readonly string[]> = {
  state: ['done', 'stopped'],
  'verdict.state': ['paid', 'rejected'],
  'change.name': ['whitelisted', 'suspended'],
  action: ['run_again', 'dropped'],
  what: ['audit', 'cards', 'entries', 'orders', 'payments'],
}
/**
 * Names handed on to the code that writes the audit. After `name:`, `kind:`, `fail(` or `emit(` comes the name of a query,
 * an alert, an error or an event.
 */
const HANDED = /(?<!\bname: |\bkind: |\bfail\(|\bemit\(\w+, |\breason: |=== )'([a-z_]+\.[a-z_]+)'/g
/** Reasons for leaving a user or a line out of a bulk operation, and an event that is one of two. */
const NOT_WRITTEN = new Set([
  'bulk.changed_since',
  'bulk.has_no_tag',
  'bulk.has_tag',
  'bulk.not_blocked',
  'bulk.price_changed',
  'node.not_theirs',
  'password.changed',
])

const quoted = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, name]) => name!)

/** All names that a template gives: `offer.switched_${on ? 'on' : 'off'}` gives two. */
function allOf(template: string): string[] {
  const part = /\$\{([^}]+)\}/.exec(template)
  if (!part) return [template]
  const values = part[1]!.includes('?') ? quoted(part[1]!) : (VALUES[part[1]!] ?? ['?'])
  return values.flatMap((value) => allOf(template.replace(part[0], value)))
}

function writtenIn(text: string): string[] {
  const named = [...text.matchAll(NAMED)].flatMap(([, actions]) => quoted(actions!))
  const built = [...text.matchAll(BUILT)].flatMap(([, template]) => allOf(template!))
  const handed = [...text.matchAll(HANDED)]
    .map(([, action]) => action!)
    .filter((action) => areas.has(action.split('.')[0]!) && !others.has(action) && !NOT_WRITTEN.has(action))
  return [...new Set([...named, ...built, ...handed])]
}

test('every audit action of the server has words', () => {
  const written = new Set(files.flatMap(writtenIn))
  expect(written.size).toBeGreaterThan(160)
  expect([...written].filter((action) => !known.has(action))).toEqual([])
})

test('every look of the server is listed as one', () => {
  const looks = files.flatMap((text) =>
    [...text.matchAll(/auditLook\(\w+, '([a-z_.]+)'/g)].map(([, action]) => action!),
  )
  expect(looks.length).toBeGreaterThan(20)
  expect(looks.filter((action) => !auditLooks.some((look) => look === action))).toEqual([])
})

test('notices a new action without words', () => {
  const text = `await note(ctx, 'staff.promoted', actor); writeAudit(db, { action: 'weather.changed', actor })`
  expect(writtenIn(text)).toEqual(['weather.changed', 'staff.promoted'])
})

test('sees both sides of a choice, and every value of a name that is put together', () => {
  expect(writtenIn(`{ ...entry, action: isIn ? 'weather.in' : 'weather.out' }`)).toEqual(['weather.in', 'weather.out'])
  expect(writtenIn("const action = `sky.turned_${on ? 'on' : 'off'}`")).toEqual(['sky.turned_on', 'sky.turned_off'])
  expect(writtenIn('await note(tx, name, `sky.${colour}`, actor)')).toEqual(['sky.?'])
})
