import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { moneyText } from '../show/money.tsx'
import { TopUpSheet } from './top-up-sheet.tsx'

/** The office's balance, for members who may see it; null while unknown. It is read again after each top-up. */
export function useBalance(): number | null {
  const enabled = useMay()('money.read')
  const query = useQuery({
    queryKey: [consoleApi.money.show.path],
    queryFn: () => call(consoleApi.money.show, {}),
    enabled,
  })
  return query.data?.balanceFen ?? null
}

type Props = {
  missingFen: number
  /** After the sheet of the top-up closed: what the form knows about the balance may be old. */
  onBack?: () => void
}

/** In place of a button that the balance does not cover: tops up over the form, which then goes on. */
export function TopUpInstead({ missingFen, onBack }: Props) {
  const t = useWords('money')
  const mayTopUp = useMay()('money.top-up')
  const [opened, setOpened] = useState(false)
  const amount = moneyText(missingFen)
  if (!mayTopUp) return <Callout tone="info">{t('missingText', { amount })}</Callout>
  return (
    <>
      <ActionButton fill onClick={() => setOpened(true)}>
        {t('topUpMissing', { amount })}
      </ActionButton>
      {opened ? (
        <TopUpSheet
          opened
          returned={null}
          missingFen={missingFen}
          onClose={() => {
            setOpened(false)
            onBack?.()
          }}
        />
      ) : null}
    </>
  )
}
