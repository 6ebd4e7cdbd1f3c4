import { pino, type DestinationStream, type Logger } from 'pino'

import { standardStream } from './telemetry/log-stream.ts'

/** Fields that may hold a secret, anywhere in an object. Bodies are never logged; this is the second protection. */
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

/** Each line names its process, because several processes write to one place. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths, censor: '[redacted]' }, base: { pid: process.pid } }
  return pino(options, destination ?? standardStream())
}

/** Addresses of subscriptions: ours, and those that other panels gave out, under any path. */
const FEED_TOKEN = /^(\/sub\/|\/s\/).+$|(\/)[0-9a-f]{32}(?:%|&|$).*$/i

/** An API key belongs into a header, but who has put it into an address must not find it in our log as well. */
const API_KEY = /(yxk(?:_|%5f)[0-9a-f]+(?:_|%5f))[0-9a-f]+/gi

/** A URL for the log: query values can be tickets or tokens, so keep only their names. */
export function loggableUrl(asked: string): string {
  const url = asked.includes('yxk') ? asked.replaceAll(API_KEY, '$1[redacted]') : asked
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const shown = path.replace(FEED_TOKEN, '$1$2[redacted]')
  const query = at < 0 ? '' : url.slice(at + 1).split('?', 1)[0]
  if (!query) return shown
  return `${shown}?${query
    .split('&')
    .map((pair) => pair.split('=')[0])
    .join('&')}`
}
