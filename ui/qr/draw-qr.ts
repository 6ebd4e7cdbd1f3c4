import { loadChunk } from '../http/load-chunk.ts'
import { qrPath } from './qr-path.ts'

export type QrDrawing = { size: number; path: string }

/** The encoder is a chunk of its own: throws when it does not come. */
export async function drawQr(text: string): Promise<QrDrawing> {
  const { create } = await loadChunk(() => import('qrcode'))
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, path: qrPath(modules) }
}
