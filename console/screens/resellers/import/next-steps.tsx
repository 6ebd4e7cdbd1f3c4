import { Link } from 'react-router'

import type { ImportStep } from '../../../../contract/console/import-choices.ts'
import items from '../../../features/show/item-rows.module.css'
import { useWords } from '../../../words/language.ts'
import type { Translate } from '../../../words/words.ts'
import css from './import.module.css'
import { TellButton } from './tell-button.tsx'

type Props = { steps: readonly ImportStep[]; importId: number; resellerId: number }

/** What comes after an import, in order, with the page where it is done. */
export function NextSteps({ steps, importId, resellerId }: Props) {
  const t = useWords('imports')
  if (steps.length === 0) return null
  return (
    <div>
      <h3 className={items.heading}>{t('next')}</h3>
      <p className={items.soft}>{t('nextText')}</p>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step}>
            {stepText(t, step, resellerId)} <StepLink step={step} importId={importId} resellerId={resellerId} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function stepText(t: Translate<'imports'>, step: ImportStep, id: number): string {
  switch (step) {
    case 'look':
      return t('nextLook')
    case 'try':
      return t('nextTry')
    case 'setUp':
      return t('nextSetUp')
    case 'again':
      return t('nextAgain')
    case 'token':
      return t('nextToken')
    case 'agents':
      return t('nextAgents')
    case 'names':
      return t('nextNames', { id })
    case 'tell':
      return t('nextTell')
    case 'back':
      return t('nextBack')
  }
}

function StepLink({ step, importId, resellerId }: Omit<Props, 'steps'> & { step: ImportStep }) {
  const t = useWords('imports')
  if (step === 'tell') return <TellButton importId={importId} />
  if (step === 'agents') return <Link to="/nodes">{t('openNodes')}</Link>
  const isAtReseller = step === 'setUp' || step === 'names'
  return isAtReseller ? <Link to={`/resellers/${resellerId}`}>{t('openReseller')}</Link> : null
}
