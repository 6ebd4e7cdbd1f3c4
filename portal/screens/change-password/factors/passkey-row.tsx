import { IconButton } from '../../../../ui/components/icon-button.tsx'
import { Icon } from '../../../../ui/components/icon.tsx'
import row from '../../../../ui/components/sign-row.module.css'
import { dateText } from '../../../../ui/words/date-text.ts'
import { useWords } from '../../../words/language.ts'
import { useLanguage } from '../../../../ui/words/word-store.ts'
import { agoText } from '../../../../ui/words/moment-text.ts'
import type { Passkey } from './factor-state.ts'

export function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useWords('change-password')
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
