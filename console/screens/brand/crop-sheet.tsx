import '@mantine/core/styles/Slider.layer.css'
import { Slider } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { useWords } from '../../words/language.ts'
import css from './brand.module.css'
import { type Crop, cutIcon, drawCrop, MIDDLE } from './crop-picture.ts'

type Props = { file: File; onClose: () => void; onCut: (icon: string) => void }

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}

/** Moves and zooms a picture under a square. Only the square leaves the browser. */
export function CropSheet({ file, onClose, onCut }: Props) {
  const t = useWords('brand')
  const base = useWords('base')
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [isBroken, setBroken] = useState(false)
  const [crop, setCrop] = useState(MIDDLE)
  useEffect(() => {
    let isLeft = false
    createImageBitmap(file).then(
      (read) => (isLeft ? read.close() : setPicture(read)),
      () => setBroken(true),
    )
    return () => {
      isLeft = true
    }
  }, [file])
  function cut(): void {
    const icon = picture && cutIcon(picture, crop)
    if (icon === null) return setBroken(true)
    onCut(icon)
    onClose()
  }
  return (
    <EditSheet opened onClose={onClose} title={t('cropTitle')} closeLabel={base('close')}>
      <div className={css.crop}>
        {isBroken ? <Callout tone="bad">{t('cropBroken')}</Callout> : null}
        {picture && !isBroken ? (
          <>
            <Square picture={picture} crop={crop} onCrop={setCrop} />
            <Slider
              thumbLabel={t('cropZoom')}
              label={null}
              min={1}
              max={4}
              step={0.05}
              value={crop.zoom}
              onChange={(zoom) => setCrop({ ...crop, zoom })}
            />
            <p className={css.hint}>{t('cropHint')}</p>
            <ActionButton fill onClick={cut}>
              {t('cropUse')}
            </ActionButton>
          </>
        ) : null}
      </div>
    </EditSheet>
  )
}

function Square({ picture, crop, onCrop }: { picture: ImageBitmap; crop: Crop; onCrop: (crop: Crop) => void }) {
  const t = useWords('brand')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])
  const move = (x: number, y: number) => onCrop({ ...crop, x: crop.x + x, y: crop.y + y })
  function pull(event: PointerEvent<HTMLCanvasElement>): void {
    if (event.buttons === 0) return
    const { width } = event.currentTarget.getBoundingClientRect()
    move(event.movementX / width, event.movementY / width)
  }
  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    move(...step)
  }
  return (
    <canvas
      ref={canvas}
      className={css.square}
      width={480}
      height={480}
      role="img"
      aria-label={t('cropArea')}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={pull}
      onKeyDown={press}
    />
  )
}
