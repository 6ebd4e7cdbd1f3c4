import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { chatApp, nameChatApp } from '../../../ui/device/chat-app.ts'
import { clientsFor, systemOf } from '../../features/lines/import-links.ts'
import { useClients } from '../../features/lines/use-clients.ts'
import { useCopyFeed } from '../../features/lines/use-import-tap.ts'
import { LeaveChat } from '../../features/paying/leave-chat.tsx'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import { ClientSteps } from './client-steps.tsx'
import { ClientsSheet } from './clients-sheet.tsx'
import css from './feed-card.module.css'
import { ResetSheet } from './reset-sheet.tsx'

/** Sets up this device: one address gives a client all lines and keeps them up to date. */
export function FeedCard({ url, isPaused }: { url: string; isPaused: boolean }) {
  const t = useWords('line-list')
  const words = useWords('import-lines')
  const copy = useCopyFeed()
  const { title } = useBrand()
  const [system] = useState(systemOf)
  const here = clientsFor(useClients(), system)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = here.find(({ id }) => id === chosenId) ?? here[0]
  const isInChat = chatApp() !== null
  const [sheet, setSheet] = useState<'clients' | 'reset' | null>(null)
  const close = () => setSheet(null)
  const openClients = () => setSheet('clients')
  return (
    <Card
      title={t('subTitle')}
      end={
        <button type="button" className={css.reset} onClick={() => setSheet('reset')}>
          {t('reset')}
        </button>
      }
    >
      <p className={css.text}>{t(isPaused ? 'subPaused' : 'subText')}</p>
      {isInChat ? (
        <div className={css.note}>
          <LeaveChat>{t('chatText', { app: nameChatApp(t('wechat')) })}</LeaveChat>
        </div>
      ) : null}
      {chosen && !isInChat && !isPaused ? (
        <ClientSteps client={chosen} system={system} url={url} title={title} onOthers={openClients} />
      ) : null}
      <div className={css.actions}>
        <ActionButton tone={isInChat ? 'main' : 'quiet'} icon="copy" fill onClick={() => void copy(url)}>
          {words('copyAddress')}
        </ActionButton>
        <ActionButton tone="quiet" icon="qr" fill onClick={openClients}>
          {t('moreClients')}
        </ActionButton>
      </div>
      <ClientsSheet
        opened={sheet === 'clients'}
        onClose={close}
        url={url}
        here={system}
        onChoose={(client) => {
          setChosenId(client.id)
          close()
        }}
      />
      <ResetSheet opened={sheet === 'reset'} onClose={close} />
    </Card>
  )
}
