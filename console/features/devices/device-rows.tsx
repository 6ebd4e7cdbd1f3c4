import { List, ListRow, Mark, RowPress } from '../../../ui/components/list.tsx'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'

export type Device = { id: string; current: boolean; device: string; address: string | null; seenAt: string }

const PHONES = /Android|iOS|iPhone|手机/i

/** Devices where a member is signed in: this browser first, then the most recent. */
export function DeviceRows({ devices, onEnd }: { devices: readonly Device[]; onEnd?: (device: Device) => void }) {
  const t = useWords('account')
  const language = useLanguage()
  const sorted = devices.toSorted((a, b) => Number(b.current) - Number(a.current) || b.seenAt.localeCompare(a.seenAt))
  return (
    <List>
      {sorted.map((device) => (
        <ListRow
          key={device.id}
          sign={PHONES.test(device.device) ? 'phone' : 'devices'}
          name={device.device || t('unknownDevice')}
          mark={device.current ? <Mark tone="good">{t('current')}</Mark> : null}
          about={`${device.address ?? t('noAddress')} · ${t('seenAgo', { ago: agoText(device.seenAt, language) })}`}
          end={
            onEnd && !device.current ? (
              <RowPress label={t('signOutLabel', { name: device.device })} onPress={() => onEnd(device)}>
                {t('signOutDevice')}
              </RowPress>
            ) : null
          }
        />
      ))}
    </List>
  )
}
