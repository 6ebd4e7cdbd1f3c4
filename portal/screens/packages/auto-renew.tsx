import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useTopUpWay } from '../../features/buying/use-top-up-way.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { CATALOGUE_KEY, type Catalogue, type Current } from './catalogue.ts'
import css from './packages.module.css'

const DAY_MS = 86_400_000

type Props = {
  current: Current
  /** When it is charged. */
  priceFen: number | null
  nowFen: number | null
}

/** Only shown if there is something to renew. Switching off works even for a plan that is no longer sold. */
export function AutoRenew({ current, priceFen, nowFen }: Props) {
  const t = useWords('packages')
  const amountText = useAmountText()
  const mailWord = useMailWord()
  const { mutate, isPending, variables } = useSetAutoRenew()
  const isOn = isPending ? variables : current.autoRenew
  const canSwitch = current.period !== null && current.period !== 'once' && (priceFen !== null || current.autoRenew)
  if (!canSwitch) return null
  return (
    <Card title={t('autoRenew')}>
      <div className={css.auto}>
        <div className="soft">
          {priceFen === null ? (
            <p>{t(current.state === 'expired' ? 'discontinuedOver' : 'discontinued')}</p>
          ) : (
            <>
              <p>
                {current.next
                  ? t('autoRenewNext', { name: current.next.packageName, amount: amountText(priceFen) })
                  : t('autoRenewText', { days: limits.renewChargeMs / DAY_MS, amount: amountText(priceFen) })}
              </p>
              {isOn ? <Missing current={current} priceFen={priceFen} /> : null}
              {mailWord ? <p>{t(mailWord, { days: limits.renewTellMs / DAY_MS })}</p> : null}
            </>
          )}
        </div>
        <Switch
          size="md"
          aria-label={t('autoRenew')}
          checked={isOn}
          onChange={(event) => mutate(event.currentTarget.checked)}
        />
      </div>
      {isOn && current.period === 'month' && nowFen !== null && !current.next ? (
        <RenewEarly current={current} priceFen={nowFen} />
      ) : null}
    </Card>
  )
}

/** The balance of today, so that nobody learns of the missing money when the lines stop. */
function Missing({ current: { expiresAt, next }, priceFen }: { current: Current; priceFen: number }) {
  const t = useWords('packages')
  const buying = useWords('buying')
  const amountText = useAmountText()
  const topUp = useTopUpWay()
  const missingFen = priceFen - (useKnownInfo((info) => info.balanceFen) ?? priceFen)
  if (missingFen <= 0 || expiresAt === null) return null
  const date = dateText(Date.parse(expiresAt) - (next ? 0 : limits.renewChargeMs))
  return (
    <p className={css.missing}>
      {t('autoRenewShort', { date, amount: amountText(missingFen) })}
      {topUp ? (
        <ActionButton tone="quiet" onClick={() => topUp.go(missingFen)}>
          {buying(topUp.label)}
        </ActionButton>
      ) : null}
    </p>
  )
}

/** A price that rose since asks for a new yes: nobody is charged more than stood here. */
function RenewEarly({ current, priceFen }: { current: Current; priceFen: number }) {
  const t = useWords('packages')
  const amountText = useAmountText()
  const { mutate, isPending, variables } = useSetRenewEarly()
  const isOn = isPending ? variables : current.renewEarlyFen !== null && current.renewEarlyFen >= priceFen
  return (
    <div className={css.auto}>
      <div className="soft">
        <p className={css.early}>{t('renewEarly')}</p>
        <p>{t('renewEarlyText', { amount: amountText(priceFen) })}</p>
      </div>
      <Switch
        size="md"
        aria-label={t('renewEarly')}
        checked={isOn}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
    </div>
  )
}

/** Whether a reminder mail comes first; null if no mail can be sent. */
function useMailWord(): 'autoRenewTell' | 'autoRenewNoMail' | null {
  const hasMail = useHasMail()
  const isVerified = useKnownInfo((info) => info.emailVerified)
  if (!hasMail || isVerified === null) return null
  return isVerified ? 'autoRenewTell' : 'autoRenewNoMail'
}

function useSetAutoRenew() {
  const t = useWords('packages')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => call(api.packages.autoRenew, { on }),
    onSuccess: ({ autoRenew }) => {
      showMessage('success', t(autoRenew ? 'autoRenewOn' : 'autoRenewOff'))
      queries.setQueryData<Catalogue>(CATALOGUE_KEY, (old) => old && { ...old, current: { ...old.current, autoRenew } })
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
}

function useSetRenewEarly() {
  const t = useWords('packages')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => call(api.packages.renewEarly, { on }),
    onSuccess: ({ renewEarlyFen }) => {
      showMessage('success', t(renewEarlyFen === null ? 'renewEarlyOff' : 'renewEarlyOn'))
      queries.setQueryData<Catalogue>(
        CATALOGUE_KEY,
        (old) => old && { ...old, current: { ...old.current, renewEarlyFen } },
      )
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
}
