import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'
import { OfficeIcon } from '../icon/office-icon.tsx'
import { When } from '../show/when.tsx'
import css from './merchants.module.css'

type Props = { row: MerchantRow; onRaise: (() => void) | null; onAsk: (what: 'keys' | 'switch' | 'ways') => void }

export function MerchantLine({ row, onRaise, onAsk }: Props) {
  const t = useWords('payment')
  const { name, provider, appId, gatewayHost, channels, isOn, testedAt, hookUrl } = row
  return (
    <li className={css.line} data-off={!isOn}>
      <div className={css.words}>
        <p className={css.name}>
          {name}
          <StateWord tone={isOn ? 'good' : 'off'}>{t(isOn ? 'isOn' : 'isOff')}</StateWord>
        </p>
        <p className={css.detail}>
          {t(`provider.${provider}`)} · {appId} · {gatewayHost}
        </p>
        {hookUrl === null ? null : (
          <p className={css.detail}>
            {t('hook', { provider: t(`provider.${provider}`) })} <code>{hookUrl}</code>
          </p>
        )}
        <p className={css.detail}>
          {channels.map((channel) => t(channel)).join(' · ')} · {t('tested')} <When at={testedAt} ago />
        </p>
      </div>
      <span className={css.actions}>
        {onRaise ? (
          <button type="button" className={css.quiet} aria-label={t('raise', { name })} onClick={onRaise}>
            <OfficeIcon name="up" size={18} />
          </button>
        ) : null}
        <button type="button" className={css.quiet} onClick={() => onAsk('ways')}>
          {t('ways')}
        </button>
        <button type="button" className={css.quiet} onClick={() => onAsk('keys')}>
          {t('newKeys')}
        </button>
        <button type="button" className={css.link} onClick={() => onAsk('switch')}>
          {t(isOn ? 'turnOff' : 'turnOn')}
        </button>
      </span>
    </li>
  )
}
