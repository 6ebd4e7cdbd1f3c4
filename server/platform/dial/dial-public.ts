import { lookup } from 'node:dns/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

// Do not import it: an import by name reads all properties, and one of them loads the library of fetch.
const { request: requestHttp } = process.getBuiltinModule('node:http')

export type FindAddresses = (host: string) => Promise<string[]>
type Dial = {
  method?: 'GET' | 'POST'
  body?: string | Buffer
  headers?: Record<string, string>
  contentType?: string
  /** For everything: looking the name up, connecting and reading. */
  timeoutMs: number
  /** Gives the beginning of an answer that is too long, instead of refusing it. */
  cutsAnswer?: boolean
  /** Allows a loopback address that platform staff named; http is enough there. */
  allowLoopback?: boolean
  /** Tests supply their own. */
  findAddresses?: FindAddresses
}
export type Dialled = { status: number; text: string; headers: IncomingHttpHeaders }

/** The address is internal, or gave no usable answer. Never says what was there. */
export class DialRefused extends Error {
  override readonly name = 'DialRefused'
}

/** The address is in an internal network, or its name has only such addresses. */
export class PointsInside extends DialRefused {}

const ANSWER_MAX_BYTES = 64 * 1024

/**
 * Calls an address that a reseller entered. Resolves its name once, requires every address to be public, and connects
 * to exactly one of them: a second answer of the name service cannot change it. Does not follow redirects.
 */
export async function dialPublic(address: string, dial: Dial): Promise<Dialled> {
  const { method = 'GET', body, contentType = 'application/x-www-form-urlencoded', timeoutMs } = dial
  const signal = AbortSignal.timeout(timeoutMs)
  const { url, dialled } = await inTime(signal, checkDial(address, dial))
  const pinned: LookupFunction = (_host, options, answer) => {
    const found = { address: dialled, family: isIP(dialled) }
    if (options.all) answer(null, [found])
    else answer(null, found.address, found.family)
  }
  const sized = body === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }
  const headers = { ...dial.headers, ...sized }
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, { method, headers, lookup: pinned, signal, agent: false }, (response) => {
      readAnswer(response, dial.cutsAnswer ?? false).then(resolve, reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Where a call to this address would go. Throws DialRefused if that is internal. */
export async function checkDial(
  address: string,
  { allowLoopback = false, findAddresses = systemAddresses }: Pick<Dial, 'allowLoopback' | 'findAddresses'> = {},
): Promise<{ url: URL; dialled: string }> {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') throw new DialRefused('not an address')
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const found = isIP(host) ? [host] : await findAddresses(host)
  if (allowLoopback && /^https?:$/.test(url.protocol) && found.length > 0 && found.every(isLoopbackAddress)) {
    return { url, dialled: found[0]! }
  }
  if (url.protocol !== 'https:') throw new DialRefused('not https')
  if (found.length === 0) throw new DialRefused('no address')
  if (!found.every(isPublicAddress)) throw new PointsInside('points inside')
  return { url, dialled: found[0]! }
}

async function systemAddresses(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** A name service that does not answer would hold the caller for longer than the call may take. */
function inTime<T>(signal: AbortSignal, asked: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error)
    signal.addEventListener('abort', giveUp, { once: true })
    asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

async function readAnswer(response: IncomingMessage, isCut: boolean): Promise<Dialled> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length
    pieces.push(piece)
    if (size <= ANSWER_MAX_BYTES) continue
    response.destroy()
    if (!isCut) throw new DialRefused('the answer is too long')
    break
  }
  const text = Buffer.concat(pieces).subarray(0, ANSWER_MAX_BYTES).toString('utf8')
  return { status: response.statusCode ?? 0, text, headers: response.headers }
}
