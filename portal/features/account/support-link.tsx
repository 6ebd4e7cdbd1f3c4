import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { useWords } from '../../words/language.ts'
import { userPath } from '../../paths.ts'
import { useConfigState } from '../../state/config.ts'
import { useHasScreen } from '../../state/available-screens.ts'

/** The way to a person: our own screen, else the reseller's page, else nothing. */
export function SupportLink() {
  const t = useWords('account')
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
