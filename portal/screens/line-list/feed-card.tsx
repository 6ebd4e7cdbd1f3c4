import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { api } from '../../../contract/api.ts'
import { Card, CardLink } from '../../../ui/components/card.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { call } from '../../../ui/http/client.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { ConnectCard } from '../../features/lines/connect-card.tsx'
import { OTHERS_PARAM } from '../../features/lines/connection.tsx'
import { clientsFor, systemOf } from '../../features/lines/import-links.ts'
import type { LastContact } from '../../features/lines/last-contact.ts'
import { useClients } from '../../features/lines/use-clients.ts'
import { useImportTap } from '../../features/lines/use-import-tap.ts'
import { useWords } from '../../words/language.ts'
import { ClientsSheet } from './clients-sheet.tsx'
import css from './feed-card.module.css'
import { ResetSheet } from './reset-sheet.tsx'

type Props = { url: string; isPaused: boolean; last: LastContact | null }

/** Sets up this device: one address gives a client all lines and keeps them up to date. One row for who is connected. */
export function FeedCard({ url, isPaused, last }: Props) {
  const t = useWords('line-list')
  const [system] = useState(systemOf)
  const here = clientsFor(useClients(), system)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const isSent = useSearchParams()[0].has(OTHERS_PARAM)
  const [sheet, setSheet] = useState<'clients' | 'reset' | null>(isSent ? 'clients' : null)
  const close = () => setSheet(null)
  // Whoever has just imported here sees how it ends.
  const isTapped = useImportTap(({ tappedAtMs }) => tappedAtMs !== null)
  const [isOpen, setOpen] = useState(last === null || isSent)
  if (!isOpen && !isTapped && last) return <Connected last={last} onOpen={() => setOpen(true)} />
  return (
    <Card
      title={t('subTitle')}
      end={
        <span className={css.links}>
          <CardLink onPress={() => setSheet('clients')}>{t('moreClients')}</CardLink>
          <CardLink onPress={() => setSheet('reset')}>{t('reset')}</CardLink>
        </span>
      }
    >
      <p className="soft">{t(isPaused ? 'subPaused' : 'subText')}</p>
      {isPaused ? null : (
        <ConnectCard
          isFramed={false}
          client={here.find(({ id }) => id === chosenId)}
          url={url}
          onOthers={() => setSheet('clients')}
          onDone={() => setOpen(false)}
        />
      )}
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

/** Where the lines are, and when bytes flowed. */
function Connected({ last, onOpen }: { last: LastContact; onOpen: () => void }) {
  const t = useWords('line-list')
  const user = useWords('user')
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['connected', 'client'],
    queryFn: () => call(api.lines.connected, {}, { skipRecent: true }),
    staleTime: Infinity,
  })
  const ago = user('lastConnected', { ago: agoText(last.at, language) })
  return (
    <section className={css.connected} aria-label={t('subTitle')}>
      <StateWord tone="good">{data?.client ? t('inClient', { client: data.client, ago }) : ago}</StateWord>
      <CardLink onPress={onOpen}>{t('otherDevice')}</CardLink>
    </section>
  )
}
