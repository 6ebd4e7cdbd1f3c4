import { Button } from '@mantine/core'
import { useState } from 'react'

import { feedLink } from '../../../contract/clients.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { chatApp } from '../../../ui/device/chat-app.ts'
import { useCopy } from '../../features/account/use-copy.ts'
import { clientsFor, systemOf } from '../../features/lines/import-links.ts'
import { LeaveChat } from '../../features/paying/leave-chat.tsx'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import { ClientMark } from './client-mark.tsx'
import { ClientsSheet } from './clients-sheet.tsx'
import css from './feed-card.module.css'
import { ResetSheet } from './reset-sheet.tsx'

/** The one address that gives a client all lines and keeps them up to date. */
export function FeedCard({ url, isPaused }: { url: string; isPaused: boolean }) {
  const t = useWords('line-list')
  const copy = useCopy()
  const { title } = useBrand()
  const [clients] = useState(() => clientsFor(systemOf()))
  const isInChat = chatApp() !== null
  const [sheet, setSheet] = useState<'clients' | 'reset' | null>(null)
  const [first] = clients.here
  const link = first ? feedLink(first, url, title) : null
  const close = () => setSheet(null)
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
      <p className={css.address}>{url}</p>
      <div className={css.actions}>
        {isInChat ? (
          <div className={css.note}>
            <LeaveChat>{t('chatText')}</LeaveChat>
          </div>
        ) : null}
        {first && link && !isInChat ? (
          <Button className={css.main!} component="a" href={link} leftSection={<ClientMark client={first} />}>
            {t('importTo', { client: first.name })}
          </Button>
        ) : null}
        <ActionButton tone={isInChat || !link ? 'main' : 'quiet'} icon="copy" fill onClick={() => void copy(url)}>
          {t('copyAddress')}
        </ActionButton>
        <ActionButton tone="quiet" icon="qr" fill onClick={() => setSheet('clients')}>
          {t('moreClients')}
        </ActionButton>
      </div>
      <ClientsSheet opened={sheet === 'clients'} onClose={close} url={url} title={title} clients={clients} />
      <ResetSheet opened={sheet === 'reset'} onClose={close} />
    </Card>
  )
}
