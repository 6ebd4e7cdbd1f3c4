import type { TestApp } from '../run/make-app.ts'
import type { NamedRoute } from './every-route.ts'

/** `open`: only the input was wrong. `unnamed`: the call did not say which reseller it means. */
export type GuardAnswer = 'open' | 'forbidden' | 'step_up' | 'unknown' | 'unnamed' | `${number} ${string}`

const KNOWN: Record<string, GuardAnswer> = {
  'staff.forbidden': 'forbidden',
  'staff.step_up': 'step_up',
  'object.unknown': 'unknown',
}

/** The guard runs before the input is read: a call with an unknown field gets past the guard and changes nothing. */
export async function askGuard(
  { app }: Pick<TestApp, 'app'>,
  { route }: NamedRoute,
  headers: Record<string, string>,
  named: number | null,
): Promise<GuardAnswer> {
  const query = named === null ? {} : { reseller: String(named) }
  const wrong = { 'no-such-field': '1' }
  const carrier = route.method === 'GET' ? { query: { ...query, ...wrong } } : { query, payload: wrong }
  const answer = await app.inject({ method: route.method, url: route.path, headers, ...carrier })
  const { code, data } = answer.json() as { code?: string; data?: { fields?: Record<string, string> } }
  if (code === 'request.invalid') return data?.fields?.['reseller'] === 'required' ? 'unnamed' : 'open'
  return KNOWN[code ?? ''] ?? `${answer.statusCode} ${code}`
}

/** Every call of a key counts in one row: hundreds at once would wait for each other. */
export async function askInTurns<T, A>(all: readonly T[], ask: (one: T) => Promise<A>, count = 12): Promise<A[]> {
  const answers: A[] = []
  for (let at = 0; at < all.length; at += count) {
    answers.push(...(await Promise.all(all.slice(at, at + count).map(ask))))
  }
  return answers
}
