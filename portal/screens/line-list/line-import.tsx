import { Button } from '@mantine/core'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { useHasPanes } from '../../../ui/components/panes.tsx'
import { chatApp, nameChatApp } from '../../../ui/device/chat-app.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { lineLink, lineReadersFor, systemOf } from '../../features/lines/import-links.ts'
import { useClients } from '../../features/lines/use-clients.ts'
import { useCopyFeed } from '../../features/lines/use-import-tap.ts'
import { LeaveChat } from '../../features/paying/leave-chat.tsx'
import { useWords } from '../../words/language.ts'
import { ClientMark } from './client-mark.tsx'
import css from './line-sheet.module.css'

/** Imports one line only: through a client on this device, another device's camera, or by hand. */
export function LineImport({ name, uri }: { name: string; uri: string }) {
  const t = useWords('line-list')
  const words = useWords('import-lines')
  const copy = useCopyFeed()
  const isInChat = chatApp() !== null
  // Beside the list, the card of connecting has the only filled button.
  const isAlone = !useHasPanes()
  const clients = useClients()
  const readers = isInChat ? [] : lineReadersFor(clients, systemOf())
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t('lineImport')}</h3>
      {isInChat ? <LeaveChat>{words('chatText', { app: nameChatApp(words('wechat')) })}</LeaveChat> : null}
      <div className="gap2">
        {readers.map((client, at) => (
          <Button
            key={client.id}
            component="a"
            href={lineLink(client, uri)}
            variant={at === 0 && isAlone ? 'filled' : 'light'}
            leftSection={<ClientMark client={client} />}
          >
            {client.name}
          </Button>
        ))}
        <ActionButton tone={isInChat && isAlone ? 'main' : 'quiet'} icon="copy" fill onClick={() => void copy(uri)}>
          {t('copyLink')}
        </ActionButton>
      </div>
      <div className={css.qr}>
        <QrCode text={uri} label={t('lineQr', { name })} />
        <p className="faint">{t('scanLine')}</p>
      </div>
    </section>
  )
}
