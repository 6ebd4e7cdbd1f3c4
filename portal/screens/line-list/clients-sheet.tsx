import { useState } from 'react'

import type { ListedClient } from '../../../contract/client-list.ts'
import { SYSTEMS, type System } from '../../../contract/systems.ts'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { List, ListRow, RowPress } from '../../../ui/components/list.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { chatApp, nameChatApp } from '../../../ui/device/chat-app.ts'
import { GetLink } from '../../features/lines/get-link.tsx'
import { clientsFor, placeFor } from '../../features/lines/import-links.ts'
import { useClients } from '../../features/lines/use-clients.ts'
import { LeaveChat } from '../../features/paying/leave-chat.tsx'
import { useWords } from '../../words/language.ts'
import { ClientMark } from './client-mark.tsx'
import css from './feed-card.module.css'
import { OtherDevice } from './other-device.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  url: string
  /** This device's system. */
  here: System
  /** For this device only: elsewhere the code is scanned. */
  onChoose: (client: ListedClient) => void
}

/** Clients by system, for this device and others, and the address to scan. */
export function ClientsSheet({ opened, onClose, url, here, onChoose }: Props) {
  const t = useWords('line-list')
  const words = useWords('import-lines')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('clientsTitle')} closeLabel={base('close')} wide>
      <div className={css.sheet}>
        <OtherDevice url={url} />
        {chatApp() === null ? (
          <Clients here={here} onChoose={onChoose} />
        ) : (
          <LeaveChat>{words('chatText', { app: nameChatApp(words('wechat')) })}</LeaveChat>
        )}
      </div>
    </Sheet>
  )
}

const systemWords = {
  ios: 'systemIos',
  android: 'systemAndroid',
  harmony: 'systemHarmony',
  windows: 'systemWindows',
  mac: 'systemMac',
  linux: 'systemLinux',
  router: 'systemRouter',
} as const

function Clients({ here, onChoose }: Pick<Props, 'here' | 'onChoose'>) {
  const t = useWords('line-list')
  const clients = useClients()
  const [system, setSystem] = useState(here)
  const order = [here, ...SYSTEMS.filter((other) => other !== here)]
  return (
    <div className={css.clients}>
      <FilterChips
        label={t('bySystem')}
        options={order.map((value) => ({ value, label: t(systemWords[value]) }))}
        value={system}
        onChange={setSystem}
      />
      <List boxed>
        {clientsFor(clients, system).map((client) => {
          const place = placeFor(client, system)
          return (
            <ListRow
              key={client.id}
              sign={<ClientMark client={client} />}
              name={client.name}
              end={
                <>
                  {place ? <GetLink href={place.url} name={client.name} /> : null}
                  {system === here ? (
                    <RowPress label={`${t('useClient')} ${client.name}`} onPress={() => onChoose(client)}>
                      {t('useClient')}
                    </RowPress>
                  ) : null}
                </>
              }
            />
          )
        })}
      </List>
      <p className="faint">{t(system === here ? 'clientsHint' : 'clientsElsewhere')}</p>
    </div>
  )
}
