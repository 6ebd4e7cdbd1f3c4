import { createHash } from 'node:crypto'

import { FILE_MAX_BYTES, FILE_NAME, FILE_PART_BYTES } from '../../../contract/client-files.ts'
import type { ClientFile } from '../../../contract/console/clients.ts'
import type { System } from '../../../contract/systems.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import type { AuditActor } from '../audit/audit.ts'
import { findCatalogue } from './catalogue.ts'
import { beginFile, finishFile, putPart, removeFile } from './files.ts'
import { saveClient } from './operator.ts'

type FetchCtx = Pick<Ctx, 'db'> & { now: Date }
type Release = {
  clientId: string
  system: System
  /** Where the release is. Its last part names the file. */
  url: string
  /** As its maker publishes it; what was fetched must have it. */
  sha256: string | null
}

const refuse = (field: string, problem: string): never => fail('request.invalid', { fields: { [field]: problem } })

/** Fetches a release that the operator names, keeps it, and lets the client's users of a system get it from here. */
export async function fetchFile(ctx: FetchCtx, wish: Release, actor: AuditActor): Promise<ClientFile> {
  const client = (await findCatalogue(ctx.db)).find(({ id }) => id === wish.clientId) ?? fail('object.unknown')
  if (!client.systems.includes(wish.system)) refuse('system', `${client.name} is for ${client.systems.join(', ')}`)
  const name = nameIn(wish.url)
  const { body, sizeBytes } = await open(wish.url)
  const { fileId } = await beginFile(ctx, name, sizeBytes)
  const hash = createHash('sha256')
  let number = 0
  for await (const part of inParts(body)) {
    hash.update(part)
    await putPart(ctx, fileId, number, part.toString('base64'))
    number += 1
  }
  // Before it is finished: the same file may be here already, and somebody's.
  const digest = hash.digest('hex')
  if (wish.sha256 !== null && wish.sha256.toLowerCase() !== digest) {
    await removeFile(ctx, fileId, actor)
    refuse('sha256', `what was fetched has ${digest}; it was thrown away`)
  }
  const file = await finishFile(ctx, fileId, actor)
  const kept = client.places.filter(({ system }) => system !== wish.system)
  const places = kept.map(({ system, url, fileId: id }) => ({ system, ...(url === null ? { fileId: id! } : { url }) }))
  const { name: title, systems, format, link, colour, isOwn, isHidden, resellerId } = client
  const own = isOwn ? { name: title, systems: [...systems], format, link, colour } : null
  const saved = { clientId: client.id, isHidden, own, resellerId }
  await saveClient(ctx, { ...saved, places: [...places, { system: wish.system, fileId: file.fileId }] }, actor)
  return file
}

/** Over https, so that nobody on the way changes it; from this machine itself it may come without. */
function nameIn(address: string): string {
  const url = URL.parse(address) ?? refuse('url', 'an address such as https://…/client.apk')
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) refuse('url', 'an https address')
  const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  return new RegExp(FILE_NAME).test(name) ? name : refuse('url', 'ends with the name of a file: letters, digits, . _ -')
}

async function open(url: string): Promise<{ body: AsyncIterable<Uint8Array>; sizeBytes: number }> {
  // Compressed on the way, its length would not be the file's.
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } }).catch((error: Error) =>
    refuse('url', `cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`),
  )
  if (!answer.ok || !answer.body) return refuse('url', `answered ${answer.status}`)
  const sizeBytes = Number(answer.headers.get('content-length') ?? 0)
  if (!(sizeBytes > 0)) return refuse('url', 'does not say how long the file is')
  if (sizeBytes > FILE_MAX_BYTES) return refuse('url', 'a file of at most 300 MB')
  return { body: answer.body, sizeBytes }
}

/** Pieces of exactly one part, the last one less: a large file never lies in memory. */
async function* inParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const piece of body) {
    waiting = Buffer.concat([waiting, piece])
    while (waiting.length >= FILE_PART_BYTES) {
      yield waiting.subarray(0, FILE_PART_BYTES)
      waiting = waiting.subarray(FILE_PART_BYTES)
    }
  }
  if (waiting.length > 0) yield waiting
}
