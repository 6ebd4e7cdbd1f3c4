import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { importsOf, sourcesIn, type Import } from './imports.ts'

const root = path.join(import.meta.dirname, '..')

/** A domain's statements, routes, jobs and keeping times are its own, in whatever folder of it they stand. */
const PRIVATE = /(?:^|[/-])(?:queries|calls|jobs|retention)\.ts$/
const domainOf = (file: string) => /^server\/domains\/([^/]+)\//.exec(file)?.[1] ?? null

function isAgainstTheRule({ from, to }: Import): boolean {
  const [user, owner] = [domainOf(from), domainOf(to)]
  return user !== null && owner !== null && user !== owner && PRIVATE.test(to)
}

test('no domain imports the statements, calls, jobs or retention of another', () => {
  const imports = sourcesIn(['server/domains']).flatMap((file) => importsOf(file))
  expect(imports.length).toBeGreaterThan(3000)
  expect(imports.filter(isAgainstTheRule).map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

/** A job's name as a domain writes it; `table-owners.test.ts` does the same for tables. */
const named = sourcesIn(['server/domains'])
  .filter((file) => file.endsWith('/jobs.ts'))
  .flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/^ {2}'([\w.]+)': \{ run/gm)].map(([, name]) => name!),
  )
const jobsIn = (source: string) => named.filter((name) => source.includes(`'${name}'`))

test('the platform names no job of a domain', () => {
  expect(named.length).toBeGreaterThan(30)
  const files = sourcesIn(['server/platform']).filter((file) => !file.endsWith('.test.ts'))
  expect(files.filter((file) => jobsIn(readFileSync(path.join(root, file), 'utf8')).length > 0)).toEqual([])
  expect(jobsIn("await addJob(db, 'alerts.mail', {})")).toEqual(['alerts.mail'])
})

test.each([
  ['server/domains/orders/sell.ts', "import { a } from '../packages/queries.ts'"],
  ['server/domains/orders/sell.ts', "import { a } from '../packages/prices/queries.ts'"],
  ['server/domains/orders/sell.ts', "import { a } from '../packages/coupon-queries.ts'"],
  ['server/domains/orders/agency/open.ts', "import type { A } from '../../packages/prices/change-queries.ts'"],
  ['server/domains/orders/agency/open.ts', "import { type A } from '../../packages/jobs.ts'"],
  ['server/domains/orders/sell.ts', "export * from '../packages/calls.ts'"],
  ['server/domains/orders/sell.ts', "export { a } from '../packages/retention.ts'"],
  ['server/domains/orders/sell.ts', "const a = await import('../packages/queries.ts')"],
  ['server/domains/orders/sell.ts', "type A = import('../packages/queries.ts').A"],
])('%s may not say: %s', (file, source) => {
  expect(importsOf(file, source).filter(isAgainstTheRule)).toHaveLength(1)
})

test.each([
  ['server/domains/orders/agency/open.ts', "import { a } from '../queries.ts'"],
  ['server/domains/monitor/figures/overview.ts', "import { a } from '../alerts/queries.ts'"],
  ['server/domains/orders/sell.ts', "import { a } from '../packages/prices/own-price.ts'"],
  ['server/domains/orders/sell.test.ts', "import { jobs } from '../../jobs.ts'"],
])('%s may say: %s', (file, source) => {
  expect(importsOf(file, source).filter(isAgainstTheRule)).toEqual([])
})
