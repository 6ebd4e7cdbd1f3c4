import { Button } from '@mantine/core'

import { api } from '../../../../contract/api.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Field } from '../../../../ui/components/auth/field.tsx'
import { Form } from '../../../../ui/components/form.tsx'
import { IconButton } from '../../../../ui/components/icon.tsx'
import { isMobile } from '../../../../ui/device/user-agent.ts'
import { useSubmit } from '../../../../ui/forms/use-submit.ts'
import { call } from '../../../../ui/http/client.ts'
import { QrCode } from '../../../../ui/qr/qr-code.tsx'
import { useCopy } from '../../../features/account/use-copy.ts'
import { useWords } from '../../../words/language.ts'
import css from './factors.module.css'
import { EndOthers, SheetStep } from './sheet-step.tsx'

type Props = { secret: string; uri: string; onConfirmed: (recoveryCodes: readonly string[]) => void }

export function TotpConfirm({ secret, uri, onConfirmed }: Props) {
  const t = useWords('change-password')
  const onPhone = isMobile()
  const form = useSubmit<'code' | 'endOthers'>({
    rules: { code: { label: t('appCode'), required: true }, endOthers: { label: '' } },
    refusals: { 'auth.totp_wrong': 'code' },
    send: async ({ code, endOthers }) => {
      const input = { code: code.replaceAll(/\s/g, ''), endOthers: endOthers === 'on' }
      const { recoveryCodes } = await call(api.factors.totpConfirm, input)
      onConfirmed(recoveryCodes)
    },
  })
  return (
    <SheetStep step={2} title={t(onPhone ? 'setupApp' : 'setupScan')}>
      <p className={css.text}>{t('setupScanText')}</p>
      {/* Nobody can scan the screen of the phone in their hand: a link opens the app there. */}
      {onPhone ? (
        <>
          <Button component="a" href={uri} variant="light" fullWidth>
            {t('openApp')}
          </Button>
          <details>
            <summary className={css.unfold}>{t('otherDevice')}</summary>
            <Code uri={uri} />
          </details>
        </>
      ) : (
        <Code uri={uri} />
      )}
      <CopyRow label={t('secret')} text={secret} copyLabel={t('copySecret')} />
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <Field
          name="code"
          label={t('appCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          error={form.problems.code}
        />
        <EndOthers />
        <ActionButton type="submit" fill busy={form.busy}>
          {t('confirm')}
        </ActionButton>
      </Form>
    </SheetStep>
  )
}

function Code({ uri }: { uri: string }) {
  const t = useWords('change-password')
  return (
    <div className={css.qr}>
      <QrCode text={uri} label={t('qrLabel')} />
    </div>
  )
}

/** In groups of four for typing; copied without the gaps. */
export function CopyRow({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  const copy = useCopy()
  return (
    <div>
      <p className={css.text}>{label}</p>
      <div className={css.copy}>
        <code className={css.secret}>{text.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <IconButton icon="copy" label={copyLabel} onClick={() => void copy(text)} />
      </div>
    </div>
  )
}
