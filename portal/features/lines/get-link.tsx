import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import css from './connect-card.module.css'

/** Opens outside, so that the steps stay on the screen. */
export function GetLink({ href, name }: { href: string; name: string }) {
  const t = useWords('import-lines')
  return (
    <a
      className={css.get}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${t('getClient')} ${name}`}
    >
      <Icon name="download" size={18} />
      {t('getClient')}
    </a>
  )
}
