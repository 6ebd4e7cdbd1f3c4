import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { type UserChild, userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import css from './first-steps.module.css'

/** For a new user. Each step ticks itself off, and the card disappears for good after the first traffic. */
export function FirstSteps({ info }: { info: UserInfo }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const steps: { title: string; text: string; done: boolean; to: UserChild }[] = [
    { title: t('stepPackage'), text: t('stepPackageText'), done: info.package !== null, to: 'tcBuy' },
    { title: t('stepInstall'), text: t('stepInstallText'), done: info.lineCount > 0, to: 'line_install' },
    { title: t('stepConnect'), text: t('stepConnectText'), done: info.hasConnected, to: 'line_list' },
  ]
  const next = steps.findIndex((step) => !step.done)
  if (next === -1 || info.hasConnected) return null
  const done = steps.filter((step) => step.done).length
  return (
    <Card title={t('steps')} end={<span className={css.count}>{t('stepsDone', { done })}</span>}>
      <ol className={css.steps}>
        {steps.map((step, at) => (
          <li key={step.to} className={css.step} data-state={step.done ? 'done' : at === next ? 'next' : 'later'}>
            <span className={css.mark} aria-label={step.done ? t('stepDone') : undefined}>
              {step.done ? <Icon name="check" size={18} /> : at + 1}
            </span>
            <div>
              <p className={css.title}>{step.title}</p>
              <p className={css.text}>{step.text}</p>
            </div>
            {/* The first step's button is already on the hero card. */}
            {at === next && at > 0 && hasScreen(userPath(step.to)) ? (
              <div className={css.action}>
                <Button component={Link} to={userPath(step.to)}>
                  {step.title}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}
