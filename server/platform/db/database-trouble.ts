import { isDatabaseAway } from './database-away.ts'

/** Errors of the name server: a container's database may get its name after we start. */
const NAMELESS = /^(ENOTFOUND|EAI_AGAIN)$/

/** Worth waiting for at the start: it needs no changed setting. */
export function isWorthWaiting(error: unknown): boolean {
  return isDatabaseAway(error) || NAMELESS.test(codeOf(error))
}

/**
 * Says why the database cannot be used, for the person who can fix it; null: another problem. Never shows the password.
 */
export function tellDatabaseTrouble(error: unknown, url: string | null): string | null {
  const code = codeOf(error)
  // Only a missing socket, not any other missing file.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall !== 'connect') return null
  const { place, user, name } = partsOf(url)
  if (NAMELESS.test(code))
    return `The machine of the database, ${place}, has no address here (${code}). Is DATABASE_URL right?`
  if (code === '25006') return `The database at ${place} takes no writes: DATABASE_URL must name the primary.`
  if (isDatabaseAway(error)) {
    return `The database at ${place} does not answer (${code || 'no answer in time'}). Is it running, and is DATABASE_URL right?`
  }
  if (code.startsWith('28'))
    return `The database at ${place} does not let ${user} in (${code}): look at user and password in DATABASE_URL.`
  if (code === '3D000') return `There is no database ${name} at ${place}: create it, or correct DATABASE_URL.`
  if (code === '42501') return `The user ${user} may not change the database ${name} at ${place}: it must own it.`
  return null
}

function partsOf(url: string | null): { place: string; user: string; name: string } {
  const parsed = url === null ? null : URL.parse(url)
  if (!parsed)
    return { place: url === null ? 'this machine' : 'the address in DATABASE_URL', user: 'its user', name: '' }
  const host = parsed.searchParams.get('host') || parsed.hostname || 'this machine'
  return {
    place: parsed.port || !parsed.hostname ? `${host}${parsed.port ? `:${parsed.port}` : ''}` : `${host}:5432`,
    user: decoded(parsed.username) || 'its user',
    name: decoded(parsed.pathname.slice(1)) || 'of that name',
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A host with several addresses fails once per address; the outer error has the code of the first. */
function codeOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return first instanceof Error && 'code' in first ? String(first.code) : ''
}
