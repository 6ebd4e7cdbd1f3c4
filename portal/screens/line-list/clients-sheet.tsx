import { feedLink, type Client } from '../../../contract/clients.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { chatApp } from '../../../ui/device/chat-app.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import type { clientsFor } from '../../features/lines/import-links.ts'
import { LeaveChat } from '../../features/paying/leave-chat.tsx'
import { useWords } from '../../words/language.ts'
import { ClientMark } from './client-mark.tsx'
import css from './feed-card.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  url: string
  title: string
  clients: ReturnType<typeof clientsFor>
}

export function ClientsSheet({ opened, onClose, url, title, clients }: Props) {
  const t = useWords('line-list')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('clientsTitle')} closeLabel={base('close')} wide>
      <div className={css.sheet}>
        <div className={css.qr}>
          <QrCode text={url} label={t('subQr')} />
          <p className={css.scan}>{t('scanSub')}</p>
        </div>
        {chatApp() === null ? (
          <Clients url={url} title={title} clients={clients} />
        ) : (
          <LeaveChat>{t('chatText')}</LeaveChat>
        )}
      </div>
    </Sheet>
  )
}

function Clients({ url, title, clients }: Pick<Props, 'url' | 'title' | 'clients'>) {
  const t = useWords('line-list')
  return (
    <>
      <div className={css.clients}>
        <h3 className={css.group}>{t('clientsHere')}</h3>
        {clients.here.map((client, at) => (
          <ClientLink key={client.id} client={client} href={feedLink(client, url, title)} isFirst={at === 0} />
        ))}
        <h3 className={css.group}>{t('clientsElsewhere')}</h3>
        {clients.elsewhere.map((client) => (
          <ClientLink key={client.id} client={client} href={feedLink(client, url, title)} isFirst={false} />
        ))}
      </div>
      <p className={css.hint}>{t('clientsHint')}</p>
    </>
  )
}

function ClientLink({ client, href, isFirst }: { client: Client; href: string | null; isFirst: boolean }) {
  if (!href) return null
  return (
    <a className={css.client} data-first={isFirst} href={href}>
      <ClientMark client={client} />
      <span className={css.clientName}>{client.name}</span>
      <Icon name="external" size={18} />
    </a>
  )
}
