import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Reads an answer as sent over the wire: fetch would decompress it. */
export function readRaw(
  url: string,
  headers: Record<string, string>,
): Promise<{ body: Buffer; type: string; encoding: string; tag: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      const { 'content-type': type = '', 'content-encoding': encoding = '', etag: tag = '' } = answer.headers
      buffer(answer).then((body) => resolve({ body, type, encoding, tag }), reject)
    }).on('error', reject)
  })
}
