import { pino, type DestinationStream, type Logger } from 'pino'

import { standardStream } from './log-stream.ts'

/** Fields that may hold a secret, wherever in an object they turn up. Bodies are never logged; this is the second net. */
export const REDACTED_FIELDS = [
  'passWord',
  'password',
  'pass',
  'oldPass',
  'newPass',
  'token',
  'userToken',
  'device',
  'code',
  'totp',
  'captcha',
  'ticket',
  'authorization',
  'cookie',
  'secret',
  'key',
]

const paths = REDACTED_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths, censor: '[redacted]' }, base: null }
  return pino(options, destination ?? standardStream())
}

/** A URL fit for the log: query values can be tickets or tokens, so only their names stay. */
export function loggableUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const shown = path.replace(/^\/sub\/.+/, '/sub/[redacted]')
  if (!query) return shown
  return `${shown}?${query
    .split('&')
    .map((pair) => pair.split('=')[0])
    .join('&')}`
}
