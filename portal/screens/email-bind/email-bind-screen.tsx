import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { maskAddress } from '../../../contract/mask.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { PageBones } from '../../../ui/components/loaded.tsx'
import { StateLine } from '../../../ui/components/state-line.tsx'
import { SupportLink } from '../../features/account/support-link.tsx'
import { WithInfo } from '../../features/account/with-info.tsx'
import { EMAIL_OFFER, userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import { AddressForm } from './address-form.tsx'
import { CodeForm } from './code-form.tsx'
import css from './email-bind.module.css'
import { useBinding } from './use-binding.ts'

export default function EmailBindScreen() {
  return (
    <WithInfo bones={<PageBones heights={[208]} />} bonesClass="split">
      {(info) => <EmailBind info={info} />}
    </WithInfo>
  )
}

export function EmailBind({ info }: { info: UserInfo }) {
  const t = useWords('email-bind')
  const base = useWords('base')
  const { step, sent, sendCode, bind, begin } = useBinding(info)
  const isChange = info.email !== null && info.emailVerified
  const isOffered = useLocation().state === EMAIL_OFFER && !isChange
  const title = t(isChange ? 'changeTitle' : 'bindTitle')
  return (
    <div className="split">
      <Bound info={info} />
      <div>
        {step === 'rest' ? (
          <Card title={title}>
            <p className={css.text}>{t('changeText')}</p>
            <ActionButton onClick={begin}>{t('change')}</ActionButton>
          </Card>
        ) : null}
        {step === 'address' ? (
          <Card title={title} end={<span className="faint">{t('step', { step: 1 })}</span>}>
            <div className={css.form}>
              {isOffered ? <Offer /> : null}
              <AddressForm address={isChange ? '' : sent.address} onSend={sendCode} />
            </div>
          </Card>
        ) : null}
        {step === 'code' ? (
          <Card title={t('codeTitle')} end={<span className="faint">{t('step', { step: 2 })}</span>}>
            <CodeForm
              sent={sent}
              submitLabel={t(isChange ? 'finishChange' : 'finish')}
              onBind={bind}
              onResend={() => sendCode(sent)}
              onBack={begin}
            />
          </Card>
        ) : null}
        {step === 'done' ? (
          <Card title={t('bindTitle')}>
            <div className={css.result}>
              <Callout tone="good">{t('doneTitle')}</Callout>
              <p>{t('doneText', { address: sent.address })}</p>
              <Button component={Link} to={userPath('')}>
                {base('backHome')}
              </Button>
            </div>
          </Card>
        ) : null}
        {step === 'off' ? (
          <Card title={title}>
            <div className={css.result}>
              <Callout tone="info">{t('offTitle')}</Callout>
              <p>{t('offText')}</p>
              <SupportLink />
            </div>
          </Card>
        ) : null}
      </div>
      <Why />
    </div>
  )
}

function Bound({ info }: { info: UserInfo }) {
  const t = useWords('email-bind')
  if (info.email === null) {
    return <StateLine label={t('label')} title={t('none')} text={t('noneText')} />
  }
  return (
    <StateLine
      label={t('label')}
      title={maskAddress(info.email)}
      chip={t(info.emailVerified ? 'verified' : 'unverified')}
      text={t(info.emailVerified ? 'boundText' : 'unverifiedText')}
    />
  )
}

function Why() {
  const t = useWords('email-bind')
  return (
    <Card title={t('whyTitle')}>
      <div className={css.why}>
        <Facts
          facts={[
            { icon: 'key', title: t('whyReset'), text: t('whyResetText') },
            { icon: 'lock', title: t('whyLock'), text: t('whyLockText') },
            { icon: 'bell', title: t('whyWarned'), text: t('whyWarnedText') },
          ]}
        />
      </div>
    </Card>
  )
}

/** Right after registering with an e-mail address as the account name: offered once, dismissed with one tap. */
export function Offer() {
  const t = useWords('email-bind')
  return (
    <div className={css.offer}>
      <p className={css.text}>{t('offer')}</p>
      <Link className={css.skip} to={userPath('tcBuy')} replace>
        {t('later')}
      </Link>
    </div>
  )
}
