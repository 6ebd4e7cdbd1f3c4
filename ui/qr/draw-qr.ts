import { loadChunk } from '../http/load-chunk.ts'

export type QrDrawing = { size: number; path: string }

/** The encoder is a separate chunk: throws when it fails to load. */
export async function drawQr(text: string): Promise<QrDrawing> {
  const { create } = await loadChunk(() => import('qrcode'))
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, path: qrPath(modules) }
}

type Modules = { size: number; data: ArrayLike<number | boolean> }

/** One path for all dark squares; each run in a row is one bar. */
export function qrPath({ size, data }: Modules): string {
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column
      while (column < size && data[row * size + column]) column++
      if (column > start) path += `M${start} ${row}h${column - start}v1h-${column - start}z`
    }
  }
  return path
}
