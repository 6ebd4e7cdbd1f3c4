import { StartError } from '../../../platform/start-error.ts'

/** Where the database of an old panel answers. */
export type LiveAddress = {
  host: string
  port: number
  socket: string | null
  user: string
  database: string
  tls: Tls
}
/** With the password, which is no part of the address: an address stands in the list of processes. */
export type LiveSource = LiveAddress & { password: string }

const TLS = ['verified', 'unverified', 'off'] as const
type Tls = (typeof TLS)[number]
const FORM = 'An address is mysql://user@host/database, with :port after the host if it is not 3306.'

export function isLiveAddress(text: string): boolean {
  return /^(?:mysql|mariadb):/i.test(text)
}

/** Never repeats the text: a password that somebody typed into it must not reach a log. */
export function readLiveAddress(text: string): LiveAddress {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) throw new StartError(FORM)
  if (url.password !== '') {
    throw new StartError(
      'No password in an address, which others on this machine can read: set SOURCE_PASSWORD, or type it when asked.',
    )
  }
  const { user, database, host } = decoded(url)
  const socket = url.searchParams.get('socket')
  if (user === '' || database === '' || database.includes('/') || (host === '' && socket === null)) {
    throw new StartError(FORM)
  }
  const isNear = socket !== null || host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
  const asked = url.searchParams.get('tls')
  const tls = TLS.find((one) => one === (asked ?? (isNear ? 'off' : 'verified')))
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'socket' || name === 'tls')
  if (!tls || !isKnown) throw new StartError(`After the database may stand ?socket=/path and tls=${TLS.join(', ')}.`)
  return { host, port: Number(url.port || 3306), socket, user, database, tls }
}

function decoded(url: URL): { user: string; database: string; host: string } {
  try {
    return {
      user: decodeURIComponent(url.username),
      database: decodeURIComponent(url.pathname.slice(1)),
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    }
  } catch {
    throw new StartError(FORM)
  }
}
