import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useParams } from 'react-router'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { copyText, saveText } from '../../../ui/device/copy-or-save.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { useWorth } from '../../features/card/use-worth.ts'
import { useGuard } from '../../features/form/unsaved.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { CopyButton } from '../../features/show/copy-button.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './cards.module.css'
import { PrintSheet } from './print-sheet.tsx'

const { cards } = consoleApi
type Keys = Static<typeof cards.showKeys.output>

/** The keys of a purchase, until the buyer says that they are saved. Who clicked away comes back here. */
export default function NewKeysScreen() {
  const t = useWords('cards')
  const batchId = Number(useParams()['id'])
  const query = useQuery({
    queryKey: [cards.showKeys.path, batchId],
    queryFn: () => call(cards.showKeys, { batchId }),
    // Each look is written down and leaves nothing behind, so ask once for each visit.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (query.error instanceof ApiError && query.error.code === 'object.unknown') return <Gone />
  return (
    <div className={css.once}>
      <Loaded query={query} failed={t('keysFailed')} bones={<Bones count={2} height={180} />}>
        {(keys) => <NewKeys keys={keys} />}
      </Loaded>
    </div>
  )
}

function Gone() {
  const t = useWords('cards')
  const navigate = useNavigate()
  return (
    <Section title={t('keys')}>
      <EmptyPart topic="cards" title={t('keysGone')} text={t('keysGoneText')}>
        <ActionButton onClick={() => void navigate('/cards')}>{t('batches')}</ActionButton>
      </EmptyPart>
    </Section>
  )
}

function NewKeys({ keys }: { keys: Keys }) {
  const t = useWords('cards')
  const base = useWords('base')
  const worth = useWorth()(keys)
  const [isPrinting, setPrinting] = useState(false)
  const [isKept, setKept] = useState(false)
  const { batchId, codes } = keys
  // They can be read again for a day, but who leaves without them should mean it.
  useGuard(!isKept, false, {
    title: t('leaveKeys'),
    text: t('leaveKeysText'),
    go: t('leaveKeysGo'),
    stay: t('leaveKeysStay'),
  })
  const lines = `${codes.join('\r\n')}\r\n`
  async function copyAll(): Promise<void> {
    const copied = await copyText(lines)
    showMessage(copied ? 'success' : 'error', base(copied ? 'copied' : 'copyFailed'))
    if (copied) setKept(true)
  }
  function download(): void {
    saveText(`${t('fileName', { id: batchId })}.txt`, lines)
    setKept(true)
  }
  return (
    <>
      <Section title={t('onceTitle', { count: codes.length })}>
        <div className={css.form}>
          <p>{t('onceText')}</p>
          <p>
            {t('onceUntil')} <When at={keys.keysUntil} />
          </p>
          <div className={css.actions}>
            <ActionButton icon="copy" onClick={() => void copyAll()}>
              {t('copyAll')}
            </ActionButton>
            <ActionButton tone="quiet" icon="download" onClick={download}>
              {t('download')}
            </ActionButton>
            <ActionButton tone="quiet" icon="qr" busy={isPrinting} onClick={() => setPrinting(true)}>
              {t('print')}
            </ActionButton>
            <Saved batchId={batchId} isKept={isKept} onSaved={() => setKept(true)} />
          </div>
        </div>
      </Section>
      <Section title={worth}>
        <ul className={css.keys}>
          {codes.map((code) => (
            <li key={code}>
              <span>{code}</span>
              <CopyButton text={code} label={t('copyOne', { four: code.slice(-4) })} />
            </li>
          ))}
        </ul>
      </Section>
      {isPrinting ? (
        <PrintSheet
          keys={{ ...keys, worth }}
          onDone={() => {
            setPrinting(false)
            setKept(true)
          }}
        />
      ) : null}
    </>
  )
}

/** Confirming is final, so it asks those who have neither copied, downloaded nor printed the keys. */
function Saved({ batchId, isKept, onSaved }: { batchId: number; isKept: boolean; onSaved: () => void }) {
  const t = useWords('cards')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  async function confirm(): Promise<void> {
    await call(cards.confirmSaved, { batchId })
    void client.invalidateQueries({ queryKey: [cards.batches.path] })
    // At once, so that leaving asks nothing any more.
    flushSync(onSaved)
    await navigate('/cards')
  }
  return (
    <>
      <ActionButton tone="quiet" icon="check" onClick={() => setAsking(true)}>
        {t('saved')}
      </ActionButton>
      <ConfirmSheet
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('savedAsk')}
        button={t(isKept ? 'savedYes' : 'savedGo')}
        tone={isKept ? 'main' : 'danger'}
        isFinal
        act={confirm}
      >
        <p>{t(isKept ? 'savedKept' : 'savedText')}</p>
      </ConfirmSheet>
    </>
  )
}
