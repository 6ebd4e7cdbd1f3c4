import { IconButton } from '../../../components/icon-button.tsx'
import { Icon } from '../../../components/icon.tsx'
import row from '../../../components/sign-row.module.css'
import { dateText } from '../../../locales/date-text.ts'
import { useLanguage, useWords } from '../../../locales/language.ts'
import { agoText } from '../../../locales/moment-text.ts'
import type { Passkey } from './factor-state.ts'

export function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useWords('security')
  const language = useLanguage()
  const { name, createdAt, usedAt } = passkey
  return (
    <li className={row.row}>
      <span className={row.sign}>
        <Icon name="fingerprint" />
      </span>
      <div className={row.words}>
        <p>{name}</p>
        <p className={row.detail}>
          <span>{t('addedOn', { date: dateText(createdAt) })}</span>
          <span>{usedAt === null ? t('neverUsed') : t('usedAgo', { ago: agoText(usedAt, language) })}</span>
        </p>
      </div>
      <IconButton icon="close" label={t('removePasskey', { name })} onClick={onRemove} />
    </li>
  )
}
