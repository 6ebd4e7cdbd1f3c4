import { Checkbox } from '../../../ui/components/auth/checkbox.tsx'
import { usePageAddress } from '../../session/hosted-address.ts'
import { useWords } from '../../words/language.ts'
import { useConfigState } from '../../state/config.ts'

/** What an installation shows out of the box, until the configuration names another page. */
const HOSTED = '/hosted/agreement'

/** Both texts open beside the form: what was typed so far stays. */
export function AgreementTick({ error }: { error: string | undefined }) {
  const t = useWords('register')
  const addressOf = usePageAddress()
  const url = addressOf(useConfigState((state) => state.dailiConfig.agreement_url) ?? HOSTED)
  const [before, between, after] = t('agree', { agreement: '|', privacy: '|' }).split('|')
  return (
    <Checkbox
      name="agreement"
      error={error}
      label={
        <>
          {before}
          <a href={url} target="_blank" rel="noreferrer">
            {t('agreement')}
          </a>
          {between}
          <a href={`${url}#privacy`} target="_blank" rel="noreferrer">
            {t('privacy')}
          </a>
          {after}
        </>
      }
    />
  )
}
