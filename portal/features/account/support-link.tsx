import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { IconButton } from '../../../ui/components/icon.tsx'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'
import css from './contact-line.module.css'
import { useCopy } from './use-copy.ts'

/** Link to support: our own screen, else the reseller's page, else nothing. */
export function SupportLink() {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const page = useConfigState((state) => state.dailiConfig.kf_url)
  const screen = userPath('customer_service')
  if (hasScreen(screen)) {
    return (
      <Button component={Link} to={screen} variant="light">
        {t('support')}
      </Button>
    )
  }
  if (!page?.startsWith('https://')) return null
  return (
    <Button component="a" href={page} target="_blank" rel="noreferrer" variant="light">
      {t('support')}
    </Button>
  )
}

/**
 * The contact, to copy into another program. Nothing if there is none; without a label if the surroundings already name
 * it.
 */
export function ContactLine({ isNamed = true }: { isNamed?: boolean }) {
  const t = useWords('user')
  const contact = useConfigState((state) => state.dailiConfig.contact)
  const copy = useCopy()
  if (!contact) return null
  return (
    <span className={css.line}>
      <span className={css.words}>
        {isNamed ? <span className="soft">{t('contact')}</span> : null}
        <span className={css.value}>{contact}</span>
      </span>
      <IconButton icon="copy" label={t('copyContact')} onClick={() => void copy(contact)} />
    </span>
  )
}
