import { useEffect, useState } from 'react'

import css from './qr-code.module.css'
import { qrPath } from './qr-path.ts'

const QUIET_ZONE = 3

type Drawing = { text: string; size: number; path: string }

/** Dark on white in every scheme: many cameras read nothing else. Empty until the encoder has come, or if it never does. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let left = false
    const draw = async () => {
      const { create } = await import('qrcode')
      const { modules } = create(text, { errorCorrectionLevel: 'M' })
      if (!left) setDrawing({ text, size: modules.size, path: qrPath(modules) })
    }
    // What the code says stands beside it in words, so a lost chunk is no dead end.
    void draw().catch(() => {})
    return () => {
      left = true
    }
  }, [text])
  if (drawing?.text !== text) return <div className={css.room} aria-hidden="true" />
  const side = drawing.size + 2 * QUIET_ZONE
  return (
    <svg
      className={css.room}
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} />
    </svg>
  )
}
