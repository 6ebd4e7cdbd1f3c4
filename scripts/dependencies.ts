import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root, runStep, type StepResult } from './step.ts'

/** Licences that let us give the product away as we do. The lesser ones are of libraries that are called, not copied. */
const ALLOWED =
  /^(?:0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|ISC|LGPL-3\.0-or-later|MIT|MIT-0|MPL-2\.0|PSF-2\.0|PostgreSQL|Python-2\.0|Unlicense)$/
const AUDIT_MS = 15_000

/** Old packages have a list to choose from. */
type Lock = { packages: Record<string, { license?: string | string[] }> }

/** How many packages have which licence; those that have another than the allowed ones. */
export function findLicences({ packages }: Lock): { summary: string; problems: string[] } {
  const named = Object.entries(packages).filter(([name]) => name !== '')
  const counts = new Map<string, number>()
  const licenceOf = ({ license = 'none' }: Lock['packages'][string]) => [license].flat().join(' OR ')
  for (const [, one] of named) counts.set(licenceOf(one), (counts.get(licenceOf(one)) ?? 0) + 1)
  const isAllowed = (license: string) =>
    license
      .replaceAll(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((one) => ALLOWED.test(one)))
  const most = [...counts].toSorted(([, a], [, b]) => b - a)
  return {
    summary: `${named.length} packages, ${most.map(([license, count]) => `${license} ${count}`).join(', ')}`,
    problems: named.flatMap(([name, one]) => (isAllowed(licenceOf(one)) ? [] : [`${name}: ${licenceOf(one)}`])),
  }
}

export function licences(): StepResult {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  const { summary, problems } = findLicences(lock)
  return { name: `licences: ${summary}`, ok: problems.length === 0, seconds: 0, output: problems.join('\n') }
}

/** Asks the registry which packages have known weaknesses. Not every registry answers, and none does offline. */
export async function audit(): Promise<StepResult> {
  const asked = await runStep('audit', ['npm', 'audit', '--json'], { signal: AbortSignal.timeout(AUDIT_MS) })
  return { ...asked, ...readAudit(asked.output) }
}

export function readAudit(output: string): Pick<StepResult, 'name' | 'ok'> {
  type Told = { metadata?: { vulnerabilities?: Record<string, number> } }
  const found = (JSON.parse(/^\{.*^\}/ms.exec(output)?.[0] ?? '{}') as Told).metadata?.vulnerabilities
  if (!found) return { name: 'known weaknesses of packages: not asked, the registry does not answer', ok: true }
  const bad = (found['high'] ?? 0) + (found['critical'] ?? 0)
  return {
    name: `known weaknesses of packages: ${found['total'] ?? bad}, ${bad} of them high or critical`,
    ok: bad === 0,
  }
}
