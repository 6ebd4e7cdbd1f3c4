import { Icon } from '../../../ui/components/icon.tsx'
import row from '../../../ui/components/sign-row.module.css'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'
import css from './device-rows.module.css'

export type Device = { id: string; current: boolean; device: string; address: string | null; seenAt: string }

const PHONES = /Android|iOS|iPhone|手机/i

/** Devices where a member is signed in: this browser first, then the most recent. */
export function DeviceRows({ devices, onEnd }: { devices: readonly Device[]; onEnd?: (device: Device) => void }) {
  const t = useWords('account')
  const language = useLanguage()
  const sorted = devices.toSorted((a, b) => Number(b.current) - Number(a.current) || b.seenAt.localeCompare(a.seenAt))
  return (
    <ul>
      {sorted.map((device) => (
        <li key={device.id} className={`${row.row} ${css.row}`}>
          <span className={`${row.sign} ${css.sign}`}>
            <Icon name={PHONES.test(device.device) ? 'phone' : 'devices'} size={20} />
          </span>
          <div className={row.words}>
            <p className={row.name}>
              {device.device || t('unknownDevice')}
              {device.current ? <span className={row.current}>{t('current')}</span> : null}
            </p>
            <p className={css.detail}>
              {device.address ?? t('noAddress')} · {t('seenAgo', { ago: agoText(device.seenAt, language) })}
            </p>
          </div>
          {onEnd && !device.current ? (
            <button
              type="button"
              className={row.press}
              aria-label={t('signOutLabel', { name: device.device })}
              onClick={() => onEnd(device)}
            >
              {t('signOutDevice')}
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
