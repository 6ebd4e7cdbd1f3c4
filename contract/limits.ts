import { standardLimits } from './standard-limits.ts'

type Standard = typeof standardLimits
type Limits = { readonly [K in keyof Standard]: Standard[K] extends number ? number : Standard[K] }
type Host = {
  document?: { getElementById(id: string): { textContent: string | null } | null }
  process?: { env: Record<string, string | undefined> }
}

/** Limits that the operator changed with the server's setting `LIMITS`. The server writes them into every page. */
export const changedLimits = readChangedLimits(globalThis as Host)

export const limits: Limits = { ...standardLimits, ...changedLimits }

/**
 * Runs while this module loads, because the schemas use the limits while they load. Checks nothing: the server does not
 * start with a wrong setting.
 */
function readChangedLimits({ document, process }: Host): Partial<Limits> {
  try {
    if (!document) return JSON.parse(process?.env['LIMITS'] ?? '') as Partial<Limits>
    const page = JSON.parse(document.getElementById('brand')?.textContent ?? '') as { limits?: Partial<Limits> }
    return page.limits ?? {}
  } catch {
    return {}
  }
}
