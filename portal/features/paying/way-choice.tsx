import type { PayType } from '../../../contract/payments.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import type { Ways } from './use-pay-types.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import css from './way-choice.module.css'
import { WayList } from './way-list.tsx'

type Props = { ways: Ways; chosenId: string | null; onChoose: (way: PayType) => void }

/** The ways to pay in every state they can be in. */
export function WayChoice({ ways, chosenId, onChoose }: Props) {
  const t = useWords('paying')
  const base = useWords('base')
  if (ways.state === 'loading') {
    return (
      <div className={css.bones} role="status" aria-label={base('loading')}>
        <span className={css.bone} />
        <span className={css.bone} />
      </div>
    )
  }
  if (ways.state === 'failed') {
    return (
      <div className={css.failed}>
        <Callout tone="bad">
          {t('waysFailed')}
          <br />
          {failureText(ways.error)}
        </Callout>
        <Button look="quiet" onClick={ways.retry}>
          {base('retry')}
        </Button>
      </div>
    )
  }
  if (ways.types.length === 0) {
    return (
      <Callout tone="info">
        {t('noWays')}
        <br />
        {t('noWaysText')}
      </Callout>
    )
  }
  return <WayList ways={ways.types} chosenId={chosenId} onChoose={onChoose} />
}
