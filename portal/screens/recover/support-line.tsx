import page from '../../features/sign-in/auth-page.module.css'
import { usePageAddress } from '../../session/hosted-address.ts'
import { useWords } from '../../words/language.ts'
import { useConfigState } from '../../state/config.ts'

/** Shown to everyone, whatever their account has: it must not tell. */
export function SupportLine() {
  const t = useWords('recover')
  const account = useWords('account')
  const addressOf = usePageAddress()
  const url = useConfigState((state) => state.dailiConfig.kf_url)
  return (
    <p className={page.other}>
      {t('noEmail')}{' '}
      <a href={url ? addressOf(url) : undefined} target="_blank" rel="noreferrer">
        {account('support')}
      </a>
    </p>
  )
}
