import { vi } from 'vitest'

/** A canvas that remembers the texts and where they stand; there is no other one without a browser. */
export function stubCanvas({ hasPen = true } = {}) {
  const written: { text: string; x: number; y: number; room: number | undefined }[] = []
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (target, name: string) => {
      if (name in target) return target[name]
      if (name !== 'fillText') return () => {}
      return (text: string, x: number, y: number, room?: number) => written.push({ text, x, y, room })
    },
  })
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => (hasPen ? pen : null),
    toDataURL: (type: string) => `data:${type};base64,`,
  }
  vi.stubGlobal('document', { createElement: () => canvas, documentElement: {}, body: {} })
  vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'serif', getPropertyValue: () => ' #123456 ' }))
  return { written, canvas }
}
