import { writeBase64List } from './base64-list.ts'
import { writeClash } from './clash.ts'
import { writeShadowrocket } from './shadowrocket.ts'
import { writeSingBox } from './sing-box.ts'
import { writeSip008 } from './sip008.ts'
import { writeSurge } from './surge.ts'
import type { FeedView } from './types.ts'

type Format = {
  contentType: string
  /** Of the file a client keeps. */
  extension: string
  write(view: FeedView): string
}

const yaml = { contentType: 'text/yaml; charset=utf-8', extension: '.yaml' }
const json = { contentType: 'application/json; charset=utf-8', extension: '.json' }
const text = { contentType: 'text/plain; charset=utf-8', extension: '.txt' }

export const formats = {
  mihomo: { ...yaml, write: (view) => writeClash(view, 'mihomo') },
  stash: { ...yaml, write: (view) => writeClash(view, 'stash') },
  clash: { ...yaml, write: (view) => writeClash(view, 'clash') },
  'sing-box': { ...json, write: writeSingBox },
  sip008: { ...json, write: writeSip008 },
  surge: { contentType: 'application/octet-stream', extension: '.conf', write: writeSurge },
  shadowrocket: { ...text, write: writeShadowrocket },
  base64: { ...text, write: writeBase64List },
} satisfies Record<string, Format>

export type FormatId = keyof typeof formats
