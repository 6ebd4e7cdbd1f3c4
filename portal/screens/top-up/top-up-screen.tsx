import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { PageBones } from '../../../ui/components/loaded.tsx'
import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { ContactLine, SupportLink } from '../../features/account/support-link.tsx'
import { WithInfo } from '../../features/account/with-info.tsx'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useSellsOnline, useIsSuspended } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import css from './top-up.module.css'
import { TopUp } from './top-up.tsx'

export default function TopUpScreen() {
  const sellsOnline = useSellsOnline()
  return (
    <WithInfo bones={<PageBones heights={[320, 320]} />} bonesClass="split">
      {(info) => {
        if (info.blockedReason !== null) return <BlockCallout />
        if (sellsOnline === null) return null
        return sellsOnline ? <TopUp info={info} /> : <OfflineOnly />
      }}
    </WithInfo>
  )
}

/** Resellers off the whitelist take money themselves, suspended ones take none: their users can only use card keys. */
export function OfflineOnly() {
  const t = useWords('paying')
  const isSuspended = useIsSuspended()
  const hasScreen = useHasScreen()
  const cards = userPath('kmList')
  return (
    <PlainMessage
      title={t(isSuspended ? 'suspendedTitle' : 'offlineTitle')}
      text={t(isSuspended ? 'suspendedText' : 'offlineText')}
      fill="content"
    >
      <div className={css.ways}>
        <ContactLine />
        {hasScreen(cards) ? (
          <Button component={Link} to={cards}>
            {t('redeem')}
          </Button>
        ) : null}
        <SupportLink />
      </div>
    </PlainMessage>
  )
}
