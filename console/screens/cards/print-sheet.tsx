import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { drawQr, type QrDrawing } from '../../../ui/qr/draw-qr.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './print-sheet.module.css'

const QUIET_ZONE = 2

export type PrintedKeys = { codes: string[]; worth: string; expiresAt: string | null; redeemUrl: string }

/**
 * Tickets to cut out: brand, worth, the key, and a QR code that opens the redeem page with the key filled in. The key
 * stands behind `#`, which browsers send to no server, and the page clears it.
 */
export function PrintSheet({ keys, onDone }: { keys: PrintedKeys; onDone: () => void }) {
  const t = useWords('cards')
  const office = officeOf(useSession())
  const [drawn, setDrawn] = useState<QrDrawing[] | null>(null)
  const { codes, worth, expiresAt, redeemUrl } = keys
  useEffect(() => {
    let left = false
    const show = (drawings: QrDrawing[]) => {
      if (!left) setDrawn(drawings)
    }
    // If the encoder is missing, print the keys anyway.
    Promise.all(codes.map((code) => drawQr(`${redeemUrl}#${code}`))).then(show, () => show([]))
    return () => {
      left = true
    }
  }, [codes, redeemUrl])
  useEffect(() => {
    if (drawn === null) return
    // A phone returns from print() at once, so the tickets stay until the browser says that it is done.
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [drawn, onDone])
  if (drawn === null) return null
  return createPortal(
    <div className={css.sheet} data-print-sheet="">
      {codes.map((code, index) => (
        <section key={code} className={css.ticket}>
          <div className={css.words}>
            <p className={css.brand}>
              {office ? <img src={office.icon} alt="" width="22" height="22" /> : null}
              {office?.title}
            </p>
            <p className={css.worth}>{worth}</p>
            <p className={css.key}>{code}</p>
            <p className={css.note}>{t('sheetScan')}</p>
            <p className={css.note}>
              {t('sheetRedeem')} {redeemUrl.replace(/^https?:\/\//, '')}
            </p>
            {expiresAt === null ? null : (
              <p className={css.note}>{t('sheetUntil', { date: dateText(Date.parse(expiresAt)) })}</p>
            )}
          </div>
          {drawn[index] ? <Code drawing={drawn[index]} label={code} /> : null}
        </section>
      ))}
    </div>,
    document.body,
  )
}

function Code({ drawing, label }: { drawing: QrDrawing; label: string }) {
  const side = drawing.size + 2 * QUIET_ZONE
  return (
    <svg
      className={css.code}
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} />
    </svg>
  )
}
