import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { useHasScreen } from '../../components/available-screens.ts'
import { PlainMessage } from '../../components/plain-message.tsx'
import { SupportLink } from '../../components/support-link.tsx'
import { useWords } from '../../locales/language.ts'
import { userPath } from '../../paths.ts'

/** Resellers off the whitelist take money themselves: their users redeem card keys. */
export function OfflineOnly() {
  const t = useWords('paying')
  const hasScreen = useHasScreen()
  const cards = userPath('kmList')
  return (
    <PlainMessage title={t('offlineTitle')} text={t('offlineText')} fill="content">
      {hasScreen(cards) ? (
        <Button component={Link} to={cards} fullWidth>
          {t('redeem')}
        </Button>
      ) : (
        <SupportLink />
      )}
    </PlainMessage>
  )
}
