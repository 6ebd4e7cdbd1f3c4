import { useEffect, useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { saveText } from '../../../ui/device/copy-or-save.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { useWords } from '../../words/language.ts'
import css from './cards.module.css'
import { PrintSheet } from './print-sheet.tsx'
import type { BoughtKeys } from './use-buying.ts'

/** The keys exist on this page only: leaving loses them, so ask first. */
export function KeysOnce({ keys, onDone }: { keys: BoughtKeys; onDone: () => void }) {
  const t = useWords('cards')
  const [isPrinting, setPrinting] = useState(false)
  const [isKept, setKept] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { batchId, codes, isRepeated, worth } = keys
  useAskBeforeLeaving(!isKept && !isRepeated)
  if (isRepeated) {
    return (
      <div className={css.once}>
        <Callout tone="info">{t('repeated')}</Callout>
        <ActionButton onClick={onDone}>{t('batches')}</ActionButton>
      </div>
    )
  }
  function download(): void {
    saveText(`${t('fileName', { id: batchId })}.txt`, `${codes.join('\r\n')}\r\n`)
    setKept(true)
  }
  return (
    <div className={css.once}>
      <Card title={t('onceTitle', { count: codes.length })}>
        <div className={css.form}>
          <p>{t('onceText')}</p>
          <div className={css.actions}>
            <ActionButton icon="download" onClick={download}>
              {t('download')}
            </ActionButton>
            <ActionButton tone="quiet" icon="qr" busy={isPrinting} onClick={() => setPrinting(true)}>
              {t('print')}
            </ActionButton>
            <ActionButton tone="quiet" icon="check" onClick={isKept ? onDone : () => setAsking(true)}>
              {t('saved')}
            </ActionButton>
          </div>
        </div>
      </Card>
      <Card title={worth}>
        <ul className={css.keys}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Card>
      {isPrinting ? (
        <PrintSheet
          keys={keys}
          onDone={() => {
            setPrinting(false)
            setKept(true)
          }}
        />
      ) : null}
      <ConfirmSheet
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('savedAsk')}
        button={t('savedGo')}
        tone="danger"
        act={async () => onDone()}
      >
        <p>{t('savedText')}</p>
      </ConfirmSheet>
    </div>
  )
}

/** A reload would lose the keys too, so the browser asks. */
function useAskBeforeLeaving(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWanted])
}
