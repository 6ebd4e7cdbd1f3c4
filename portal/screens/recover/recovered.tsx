import { ButtonLink } from '../../../ui/components/auth/button-link.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useWords } from '../../words/language.ts'
import type { Way } from '../../session/recover.ts'
import css from './recover.module.css'

export function Recovered({ way }: { way: Way }) {
  const t = useWords('recover')
  return (
    <>
      <Callout tone="good">{t(way === 'unlock' ? 'unlocked' : 'changed')}</Callout>
      <p className={css.intro}>{t('doneText')}</p>
      <ButtonLink to="/login">{t('signInNow')}</ButtonLink>
    </>
  )
}
