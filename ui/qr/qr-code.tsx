import { useEffect, useState } from 'react'

import { Button } from '../components/auth/button.tsx'
import { reloadPage } from '../device/app-key.ts'
import { failureWords } from '../words/failure-text.ts'
import { useLanguage } from '../words/word-store.ts'
import { drawQr, type QrDrawing } from './draw-qr.ts'
import css from './qr-code.module.css'

const QUIET_ZONE = 3

/** `drawn` is null when the encoder failed to load. */
type Drawing = { text: string; drawn: QrDrawing | null }

/** Dark on white in every scheme, because many cameras read nothing else. Empty until the encoder has loaded. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let left = false
    const show = (drawn: QrDrawing | null) => {
      if (!left) setDrawing({ text, drawn })
    }
    drawQr(text).then(show, () => show(null))
    return () => {
      left = true
    }
  }, [text])
  if (drawing?.text !== text) return <div className={css.room} aria-hidden="true" />
  if (!drawing.drawn) return <Lost />
  const side = drawing.drawn.size + 2 * QUIET_ZONE
  return (
    <svg
      className={css.room}
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.drawn.path} />
    </svg>
  )
}

/** Browsers remember a failed chunk, so only a reload helps; the payment is still there afterwards. */
function Lost() {
  const words = failureWords[useLanguage()]
  return (
    <div className={css.lost} role="alert">
      <p>{words.chunkTitle}</p>
      <Button look="quiet" onClick={reloadPage}>
        {words.reload}
      </Button>
    </div>
  )
}
