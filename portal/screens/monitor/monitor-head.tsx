import { useBrand } from '../../state/brand.ts'
import { LanguageRow } from '../../../ui/components/auth/language-row.tsx'
import { IconButton } from '../../../ui/components/icon-button.tsx'
import { SchemeButton } from '../../../ui/components/scheme-button.tsx'
import { chooseLanguage } from '../../../ui/components/choose-language.ts'
import { useWords } from '../../words/language.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import type { Live } from '../../features/monitor/use-live.ts'
import { LinkSign } from './link-sign.tsx'
import css from './monitor-head.module.css'
import { ResellerFilter } from './reseller-filter.tsx'
import { useSignOut } from './use-sign-out.ts'

type Props = { live: Live; dailiKey: number | null; onReseller: (dailiKey: number | null) => void }

export function MonitorHead({ live, dailiKey, onReseller }: Props) {
  const t = useWords('monitor')
  const base = useWords('base')
  const brand = useBrand()
  const language = useLanguage()
  const { leaving, leave } = useSignOut()
  const { overview } = live
  // Whoever is not shown the platform is limited to one reseller.
  const ownKey = overview?.platform === null ? overview.resellerId : null
  return (
    <header className={css.head}>
      <img className={css.icon} src={brand.icon} alt="" width="32" height="32" />
      <h1 className={css.title}>
        {t('title')}
        <span className={css.brand}>{brand.title}</span>
      </h1>
      {live.refusal ? null : <LinkSign link={live.link} heardAtMs={live.heardAtMs} />}
      <div className={css.filter}>
        {ownKey === null ? (
          <ResellerFilter key={dailiKey} dailiKey={dailiKey} onChoose={onReseller} />
        ) : (
          <span className={css.own}>{t('ownReseller', { key: ownKey })}</span>
        )}
      </div>
      <div className={css.tools}>
        <div className={css.languages}>
          <LanguageRow current={language} onChoose={(next) => void chooseLanguage(next)} />
        </div>
        <SchemeButton label={base('switchScheme')} />
        <IconButton icon="logout" label={t('signOut')} busy={leaving} onClick={leave} />
      </div>
    </header>
  )
}
