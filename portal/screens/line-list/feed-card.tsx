import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { chatApp, nameChatApp } from '../../../ui/device/chat-app.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { ConnectCard } from '../../features/lines/connect-card.tsx'
import { clientsFor, systemOf } from '../../features/lines/import-links.ts'
import type { LastContact } from '../../features/lines/last-contact.ts'
import { useClients } from '../../features/lines/use-clients.ts'
import { useCopyFeed, useImportTap } from '../../features/lines/use-import-tap.ts'
import { LeaveChat } from '../../features/paying/leave-chat.tsx'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import { ClientsSheet } from './clients-sheet.tsx'
import css from './feed-card.module.css'
import { ResetSheet } from './reset-sheet.tsx'

type Props = { url: string; isPaused: boolean; last: LastContact | null }

/** Sets up this device: one address gives a client all lines and keeps them up to date. One row for who is connected. */
export function FeedCard({ url, isPaused, last }: Props) {
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
  // Whoever has just imported here sees how it ends.
  const isTapped = useImportTap(({ tappedAtMs }) => tappedAtMs !== null)
  const [isOpen, setOpen] = useState(last === null)
  if (!isOpen && !isTapped && last) return <Connected last={last} onOpen={() => setOpen(true)} />
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
        <ConnectCard client={chosen} system={system} url={url} title={title} onOthers={openClients} />
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

function Connected({ last, onOpen }: { last: LastContact; onOpen: () => void }) {
  const t = useWords('line-list')
  const user = useWords('user')
  const language = useLanguage()
  const ago = agoText(last.at, language)
  return (
    <Card title={t('subTitle')}>
      <p className={css.connected}>
        <StateWord tone="good">{user('lastUsed', { name: last.name, ago })}</StateWord>
        <button type="button" className={css.reset} onClick={onOpen}>
          {t('otherDevice')}
        </button>
      </p>
    </Card>
  )
}
