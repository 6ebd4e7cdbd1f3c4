import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { script, style } from 'virtual:shop'

import type { Scheme } from '../../../contract/accent.ts'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import type { DrawnShop, DrawShop, ShopLook } from '../../../ui/theme/shop-preview.ts'
import { useWords } from '../../words/language.ts'
import css from './preview.module.css'

const SIZES = { phone: { width: 390, height: 780 }, desk: { width: 1280, height: 720 } }
export type Device = keyof typeof SIZES

type Props = { look: ShopLook; scheme: Scheme; device: Device }

/**
 * The portal's own login or home, seen from farther away. The frame is an empty document of this page: no address is
 * opened, and the console's content policy holds inside. It is there to see the width of a phone or a desk.
 */
export function ShopFrame({ look, scheme, device }: Props) {
  const t = useWords('brand')
  const { width, height } = SIZES[device]
  const room = useRef<HTMLDivElement>(null)
  const scale = useScale(room, width)
  const { setFrame, failed } = useShop(look, scheme)
  return (
    <div ref={room} className={css.room} style={{ aspectRatio: `${width} / ${height}` }}>
      {failed ? (
        <p className={css.failed}>{t('previewFailed')}</p>
      ) : (
        <iframe
          ref={setFrame}
          onLoad={({ currentTarget }) => setFrame(currentTarget)}
          className={css.shop}
          // No script runs inside: this page draws there.
          sandbox="allow-same-origin"
          title={t(`preview_${scheme}`)}
          tabIndex={-1}
          style={{ width, height, transform: `scale(${scale})` }}
        />
      )}
    </div>
  )
}

function useShop(look: ShopLook, scheme: Scheme) {
  const [document, setDocument] = useState<Document | null>(null)
  const [shop, setShop] = useState<DrawnShop | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!document) return
    let drawn: DrawnShop | null = null
    let left = false
    openShop(document, scheme)
      .then((opened) => {
        if (left) return opened.end()
        drawn = opened
        setShop(opened)
      })
      .catch(() => setFailed(true))
    return () => {
      left = true
      setShop(null)
      drawn?.end()
    }
  }, [document, scheme])
  useEffect(() => void shop?.show(look).catch(() => setFailed(true)), [shop, look])
  // Some browsers replace the first empty document once they have loaded it.
  const setFrame = useCallback((frame: HTMLIFrameElement | null) => setDocument(frame?.contentDocument ?? null), [])
  return { setFrame, failed }
}

async function openShop(document: Document, scheme: Scheme): Promise<DrawnShop> {
  const [{ drawShop }] = await Promise.all([
    loadChunk(() => import(/* @vite-ignore */ script) as Promise<{ drawShop: DrawShop }>),
    loadChunk(() => dress(document)),
  ])
  return drawShop(document, scheme)
}

/** Waits for the style, so that nobody sees the page without it. */
function dress(document: Document): Promise<void> {
  const link = document.createElement('link')
  return new Promise((resolve, reject) => {
    Object.assign(link, { rel: 'stylesheet', href: style, onload: resolve, onerror: reject })
    document.head.append(link)
  })
}

function useScale(room: { current: HTMLElement | null }, width: number): number {
  const [scale, setScale] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setScale((room.current?.clientWidth ?? 0) / width)
    const watch = new ResizeObserver(measure)
    if (room.current) watch.observe(room.current)
    measure()
    return () => watch.disconnect()
  }, [room, width])
  return scale
}
